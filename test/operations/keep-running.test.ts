import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '../machines/machines.ts'

// What `npm run local` does with a server or a worker that ends.

const script = fileURLToPath(new URL('../../scripts/keep-running.sh', import.meta.url))
let folder: string
let keeper: ChildProcess
let said = ''
let ended: Promise<number | null>

beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'baton-keep-'))))
afterEach(async () => {
  if (keeper.exitCode === null) keeper.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true })
})

/** A program that notes its process id each time it starts, and then does what `rest` says. */
function program(name: string, rest: string): string {
  const file = join(folder, `${name}.mjs`)
  writeFileSync(
    file,
    `import { appendFileSync } from 'node:fs'\nappendFileSync(${JSON.stringify(join(folder, name))}, process.pid + '\\n')\n${rest}`,
  )
  return file
}
const starts = (name: string): number[] =>
  existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8').trim().split('\n').map(Number) : []

function keep(...programs: string[]): void {
  said = ''
  const env = { PATH: process.env['PATH'], RESTART_SECONDS: '0.1' }
  keeper = spawn('bash', [script, ...programs], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  keeper.stderr?.on('data', (data: Buffer) => void (said += data.toString()))
  ended = new Promise((resolve) => keeper.once('exit', resolve))
}
const lives = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('one that ends is started again, and the other does not notice', async () => {
  keep(program('one', 'setInterval(() => {}, 1e6)'), program('other', 'setInterval(() => {}, 1e6)'))
  await until('both to run', () => starts('one').length === 1 && starts('other').length === 1)
  process.kill(starts('one')[0] as number, 'SIGKILL')
  await until('it to run again', () => starts('one').length === 2)
  expect(said).toContain('one.mjs ended with status 137')
  expect(starts('other')).toHaveLength(1)
  expect(lives(starts('other')[0] as number)).toBe(true)
  keeper.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect([...starts('one'), ...starts('other')].filter(lives)).toEqual([])
})

test('one that keeps ending is started less and less often', async () => {
  keep(program('broken', 'process.exit(70)'))
  await until('three starts', () => starts('broken').length >= 3)
  expect(said.match(/in \S+ s/g)?.slice(0, 3)).toEqual(['in 0.1 s', 'in 0.2 s', 'in 0.4 s'])
})

test('one that refuses to start ends both: it needs a person', async () => {
  keep(program('misconfigured', 'process.exit(1)'), program('other', 'setInterval(() => {}, 1e6)'))
  expect(await ended).toBe(1)
  expect(starts('misconfigured')).toHaveLength(1)
  expect(starts('other').filter(lives)).toEqual([])
})
