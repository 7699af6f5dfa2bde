import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'

let baton: Baton
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-try-'))
  baton = await startBaton({ REGISTRATIONS_PER_HOUR: '1' })
})
afterAll(async () => {
  await baton.close()
  await rm(folder, { recursive: true })
})

/** Runs a script in a separate folder, where it keeps its state. */
function run(script: string, url = baton.url, cwd = folder): Promise<{ status: number; output: string; error: string }> {
  const path = fileURLToPath(new URL(`../../scripts/${script}.ts`, import.meta.url))
  const env = { PATH: process.env['PATH'] ?? '', APP_URL: url, BATON_TOKEN: '' }
  return new Promise((resolve) =>
    execFile(process.execPath, [path], { cwd, env }, (failed, output, error) => resolve({ status: failed ? 1 : 0, output, error })),
  )
}

test('npm run try and npm run agent-loop work again and again on one machine, with one account', async () => {
  const first = await run('try')
  expect(first).toMatchObject({ status: 0, error: '' })
  expect(first.output).toContain('Try Baton')
  for (const script of ['try', 'agent-loop', 'try', 'agent-loop']) expect(await run(script), script).toMatchObject({ status: 0 })
  expect((await run('try')).output).toContain('(made by an earlier run)')
  expect(await baton.look('select id from users')).toHaveLength(1)
  expect((await stat(join(folder, 'data/first-account.json'))).mode & 0o777).toBe(0o600)
})

test('a revoked token is replaced by a login', async () => {
  await baton.look('update auth.tokens set revoked_at = now()')
  expect(await run('try')).toMatchObject({ status: 0, error: '' })
  expect(await baton.look('select id from users')).toHaveLength(1)
})

test('what goes wrong is said in a sentence or two, without a stack trace', async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'baton-try-'))
  await writeFile(join(elsewhere, 'data'), 'a file where the folder should be')
  const limited = await run('try', baton.url, elsewhere)
  expect(limited.status).toBe(1)
  expect(limited.error).toMatch(/answers 429: .*\nOr set BATON_TOKEN/)
  const nobody = await run('agent-loop', 'http://127.0.0.1:9')
  expect(nobody.error).toBe('No Baton answers at http://127.0.0.1:9. Start one with npm run local, or say in APP_URL where it is.\n')
  for (const { error } of [limited, nobody]) expect(error).not.toContain('    at ')
  await rm(elsewhere, { recursive: true })
})
