import { execFile, spawn } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { startFront, type Front } from './faults.ts'
import { Machine } from './machine.ts'
import { installPacked } from './packed.ts'

let baton: Baton
let ann: Person
let machine: Machine
let slow: Front
let program: string

beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
  program = await installPacked()
  machine = await Machine.open(baton.url)
  await machine.logIn(ann)
  slow = await startFront(baton.url, async () => setTimeout(1500))
})
afterAll(async () => {
  machine.close()
  slow.close()
  await baton.close()
})

const words = (args: readonly string[]): string => [process.execPath, program, ...args].map((word) => `'${word}'`).join(' ')

/** Runs on a terminal: `script` provides a pseudo-terminal. */
async function onTerminal(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const options = { env: { ...machine.env, TERM: 'xterm', ...env }, timeout: 100_000 }
  const ended = await promisify(execFile)('script', ['-qfec', words(args), '/dev/null'], options).catch(
    (error: { stdout: string }) => error,
  )
  return ended.stdout
}

test('colors on a terminal, and not where nobody wants them', async () => {
  expect(await onTerminal(['doctor'])).toContain('\u001b[32m✓')
  expect(await onTerminal(['doctor'], { NO_COLOR: '1' })).not.toContain('\u001b[32m')
  expect((await machine.run(['doctor'])).stdout).not.toContain('\u001b')
})

test('what takes long shows that it is under way: a spinner on a terminal, a line elsewhere, nothing in JSON', async () => {
  expect(await onTerminal(['doctor', '--server', slow.url])).toMatch(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] Examining/)
  expect((await machine.run(['doctor', '--server', slow.url])).stderr).toBe('Examining\n')
  expect((await machine.run(['doctor', '--server', slow.url, '--json'])).stderr).toBe('')
})

test('a token is asked for without showing it, checked and kept', async () => {
  const { token } = await ann.mcpToken('agents')
  const child = spawn('script', ['-qfec', words(['connect', 'codex']), '/dev/null'], {
    env: { ...machine.env, TERM: 'xterm', BROWSER: 'true' },
  })
  let output = ''
  child.stdout.on('data', (data: Buffer) => {
    if (!output.includes('Token: ') && (output + data.toString()).includes('Token: ')) child.stdin.write(`${token}\r`)
    output += data.toString()
  })
  const code = await new Promise((resolve) => void child.once('close', resolve))
  expect([code, output]).toEqual([0, expect.stringContaining('Connected: Codex')])
  expect(output).toMatch(/Create a token at http\S+\/connect and paste it here/)
  expect(output).not.toContain(token)
})
