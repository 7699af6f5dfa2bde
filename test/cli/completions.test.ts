import { execFile } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Machine } from './machine.ts'

const shell = promisify(execFile)
let machine: Machine

beforeAll(async () => {
  machine = await Machine.open('http://baton.test')
})
afterAll(() => machine.close())

async function script(name: string): Promise<string> {
  const { stdout, code } = await machine.run(['completions', name])
  expect(code).toBe(0)
  const file = join(machine.home, `completion.${name}`)
  writeFileSync(file, stdout)
  return file
}

/** What bash completes after these words; the last one is still being typed. */
async function offered(file: string, ...words: string[]): Promise<string[]> {
  const line = words.map((word) => `'${word}'`).join(' ')
  const program = `source ${file}; COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _baton; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout } = await shell('bash', ['--norc', '-uc', program], { cwd: machine.home })
  return stdout.split('\n').filter(Boolean)
}

test('bash completes commands, options, clients, values and files', async () => {
  const file = await script('bash')
  expect(await offered(file, 'baton', 'c')).toEqual(['connect', 'claim', 'completions'])
  expect(await offered(file, 'baton', '--server', 'http://x', 'doc')).toEqual(['doctor'])
  expect(await offered(file, 'baton', 'connect', 'c')).toEqual(['claude', 'codex', 'cursor', 'copilot', 'continue'])
  expect(await offered(file, 'baton', 'tasks', '--r')).toEqual(['--ready'])
  expect(await offered(file, 'baton', 'tasks', '--status', 'in')).toEqual(['in_progress', 'in_review'])
  expect(await offered(file, 'baton', 'tasks', '--project', '')).toEqual([])
  expect(await offered(file, 'baton', 'completions', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']))
  expect(await offered(file, 'baton', 'tunnel', 'p')).toEqual(['pair'])
  expect(await offered(file, 'baton', 'run', '--g')).toEqual(['--gate'])
  expect(await offered(file, 'baton', 'import', 'compl')).toEqual(['completion.bash'])
  const { stdout } = await shell('bash', ['--norc', '-c', `source ${file}; complete -p baton`])
  expect(stdout).toBe('complete -F _baton baton\n')
})

const isHere = (name: string): boolean => ['/bin', '/usr/bin', '/usr/local/bin'].some((folder) => existsSync(join(folder, name)))

/** If the shell is installed, it parses the script; in any case the script must contain each command and client. */
test.each([
  ['zsh', ['-n']],
  ['fish', ['--no-execute']],
])('%s: every command is in the script, which the shell can read', async (name, check) => {
  const file = await script(name)
  const { stdout } = await machine.run(['completions', name])
  for (const word of ['login', 'connect', 'doctor', 'opencode', 'in_progress', 'json']) expect(stdout).toContain(word)
  if (isHere(name)) await shell(name, [...check, file])
})

test('another shell is told which there are', async () => {
  expect(await machine.run(['completions', 'tcsh'])).toMatchObject({ code: 2, stderr: expect.stringContaining('bash, zsh, fish') })
})
