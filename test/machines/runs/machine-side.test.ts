import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSigned, newKeyPair } from '../../../src/platform/tunnel-protocol.ts'
import { RunMachine, alive, person } from './run-machine.ts'
import { waitFor } from '../../harness/wait.ts'

// A real machine process and a real checkout; the test plays the server, with real signatures.

let at: RunMachine
beforeAll(async () => {
  process.env['KEPT'] = 'kept'
  at = await RunMachine.start({ checks: [['node', 'index.js']] })
})
afterAll(() => at.close())

test('an agent works in a worktree on a branch of its own, and what it changed comes back', async () => {
  const run = at.run('say hello\nwrite new.txt one\ncommit Add a file\nwrite index.js changed\nwrite loose.txt two')
  const result = await at.server.ended(run)
  expect(result).toMatchObject({
    ...{ outcome: 'done', exit_code: 0, error: null, branch: run.branch, base: at.checkout.head },
    ...{ files_changed: 2, insertions: 2, deletions: 1, dirty_files: 2, receipt: null },
  })
  expect(result.head).toBe(at.checkout.git('rev-parse', run.branch))
  expect(at.server.started(run)).toMatchObject({ branch: run.branch })
  expect(at.server.said(run.run, 'stdout')).toBe('hello\n')
  expect(existsSync(join(at.checkout.folder, 'new.txt'))).toBe(false)
  const held = at.server.heard.find((frame) => frame.type === 'hello')
  expect(held).toMatchObject({ runs: { people: ['ann'], at_once: 4, quiet: false } })
})

test('the agent gets an environment of its own and a configuration that is its alone; the token is nowhere else', async () => {
  const run = at.run('config\nleak')
  await at.server.ended(run)
  const said = at.server.said(run.run, 'stdout')
  const { mode, argv, env, cwd } = JSON.parse(said.split('\n')[0] ?? '') as {
    mode: number
    argv: string[]
    env: Record<string, string>
    cwd: string
  }
  expect(mode).toBe(0o600)
  expect(Object.keys(env).toSorted()).toEqual(['BATON_RUN', 'HOME', 'LANG', 'OWN', 'PATH'])
  expect(env['OWN']).toBe(run.branch)
  expect(argv).toContain('task=WEB-1')
  expect(cwd).toBe(at.server.started(run)?.worktree)
  expect(said).toContain('Bearer [token]')
  expect(JSON.stringify(argv)).not.toContain(run.mcp.token)
  const [, config = ''] = argv
  expect(existsSync(config)).toBe(false)
  const journal = readFileSync(at.machine.home.path('runs.jsonl'), 'utf8')
  expect(journal + at.machine.said + JSON.stringify(at.server.heard)).not.toContain(run.mcp.token)
  // The run did nothing, so nothing of it is kept.
  await waitFor('worktree and branch to be gone', () => !existsSync(cwd) && at.checkout.git('branch', '--list', run.branch) === '')
})

test('a prompt may come by standard input; a program that fails or is missing says so', async () => {
  const piped = at.run('say from a pipe', { client: 'piped' })
  const failing = at.run('exit 3')
  const missing = at.run('say', { client: 'missing' })
  expect(await at.server.ended(piped)).toMatchObject({ outcome: 'done' })
  expect(at.server.said(piped.run, 'stdout')).toBe('from a pipe\n')
  expect(await at.server.ended(failing)).toMatchObject({ outcome: 'failed', exit_code: 3, error: 'It ended with 3.' })
  expect(await at.server.ended(missing)).toMatchObject({ outcome: 'failed', error: expect.stringContaining('cannot be run') })
})

test('output comes in pieces of at most 8 KiB and ends at a bound', async () => {
  const run = at.run('flood 3000000\nsay over')
  expect(await at.server.ended(run)).toMatchObject({ outcome: 'done' })
  const pieces = at.server.pieces(run.run)
  expect(Math.max(...pieces.map(({ text }) => Buffer.byteLength(text)))).toBeLessThanOrEqual(8 * 1024)
  expect(pieces.map(({ seq }) => seq)).toEqual(pieces.map((_, place) => place + 1))
  expect(Buffer.byteLength(at.server.said(run.run, 'stdout'))).toBeLessThanOrEqual(1024 * 1024)
  expect(at.server.said(run.run, 'note')).toMatch(/\d+ bytes of output were left out/)
})

test('a stop ends all that the agent has started, whether it listens or has left the group', async () => {
  const file = at.file('stopped')
  const run = at.run(`hang ${file}`)
  await waitFor('the agent to hang', () => existsSync(file) && readFileSync(file, 'utf8').split(' ').length === 3)
  const pids = readFileSync(file, 'utf8').split(' ').map(Number)
  expect(alive(pids)).toHaveLength(3)
  at.server.sign({ type: 'stop_run', machine: at.machine.id, run: run.run, fence: 1, expires_at: run.expires_at })
  await waitFor('all to be gone', () => alive(pids).length === 0)
  expect(await at.server.ended(run)).toMatchObject({ outcome: 'stopped' })
})

test('a killed machine leaves nothing running, begins nothing twice, and reports that it does not know', async () => {
  const [file, notes] = [at.file('killed'), at.file('notes')]
  const run = at.run(`note ${notes} once\nwrite new.txt one\nhang ${file}`)
  await waitFor('the agent to hang', () => existsSync(file) && readFileSync(file, 'utf8').split(' ').length === 3)
  const pids = readFileSync(file, 'utf8').split(' ').map(Number)
  await at.restart()
  await waitFor('all to be gone', () => alive(pids).length === 0)
  expect(await at.server.ended(run)).toMatchObject({ outcome: 'unknown', branch: run.branch, dirty_files: 1 })
  at.server.sign(run)
  await waitFor('it to be said again', () => at.server.ends(run).length > 1)
  // An unconfirmed result is sent again on the next connection; a confirmed one is not.
  at.server.say({ type: 'run_received', run: run.run, fence: 1 })
  await waitFor('it to be noted', () => readFileSync(at.machine.home.path('runs.jsonl'), 'utf8').includes('"received"'))
  await at.restart()
  const next = at.run(`note ${notes} twice`, { run: run.run, fence: 2, branch: run.branch })
  expect(await at.server.ended(next)).toMatchObject({ outcome: 'done', branch: run.branch, dirty_files: 1 })
  expect(at.server.ends(run)).toEqual([])
  expect(readFileSync(notes, 'utf8')).toBe('once\ntwice\n')
  expect(readdirSync(at.machine.home.path('runs'))).toEqual([])
})

test('after a cut line the run goes on, is held by the heartbeat, and what was said is said again', async () => {
  const file = at.file('go on')
  const run = at.run(`say before\npause 2500\nsay after\nnote ${file} done`)
  await waitFor('its first words', () => at.server.said(run.run, 'stdout') !== '')
  at.server.heard.length = 0
  at.server.cut()
  await waitFor('a heartbeat that holds it', () =>
    at.server.heard.some((frame) => frame.type === 'heartbeat' && frame.runs?.some((one) => one.run === run.run)),
  )
  expect(await at.server.ended(run)).toMatchObject({ outcome: 'done' })
  expect(at.server.said(run.run, 'stdout')).toBe('before\nafter\n')
})

test('a run that the server has given to another attempt is ended', async () => {
  const run = at.run('pause 600000')
  await waitFor('it to begin', () => at.server.started(run) !== undefined)
  at.server.say({ type: 'run_lost', run: run.run, fence: 1 })
  expect(await at.server.ended(run)).toMatchObject({ outcome: 'failed', error: 'Another attempt has taken its place.' })
})

test('a run goes on in the worktree of an earlier one, by the template for that', async () => {
  const first = at.run('write new.txt one\ncommit First')
  await at.server.ended(first)
  const second = at.run('config\nwrite more.txt two\ncommit Second', { continues: first.run, branch: 'baton/other' })
  expect(await at.server.ended(second)).toMatchObject({ outcome: 'done', branch: first.branch, files_changed: 2 })
  expect(at.server.started(second)?.worktree).toBe(at.server.started(first)?.worktree)
  expect(at.server.said(second.run, 'stdout')).toContain(`resumed=${first.run}`)
})

test('the machine runs an allowed check itself and signs what came of it; another one it does not run', async () => {
  const check = { command: ['node', 'index.js'], nonce: 'n'.repeat(20), feature: 'WEB-F1', gate: 'build' }
  const run = at.run('write new.txt one\ncommit First', { check })
  const { receipt, head } = await at.server.ended(run)
  const body = JSON.parse(receipt?.body ?? '{}') as Record<string, unknown>
  expect(isSigned(at.machine.home.publicKey, 'receipt', receipt?.body ?? '', receipt?.signature ?? '')).toBe(true)
  expect(body).toMatchObject({
    argv: check.command,
    nonce: check.nonce,
    exit_code: 0,
    commit: head,
    dirty: false,
    feature: 'WEB-F1',
    gate: 'build',
  })
  const other = at.run('say', { check: { ...check, command: ['node', 'other.js'] } })
  expect((await at.server.ended(other)).receipt).toBeNull()
  expect(at.server.said(other.run, 'note')).toContain('not among this machine’s checks')
})

test('over ACP the agent is handed Baton, is let edit within its worktree and call Baton’s tools, and nothing else', async () => {
  const outside = at.file('outside')
  const run = at.run(`session\nask edit inside.txt\nask edit ${outside}\nask execute\nask mcp__baton__claim_task\nask mcp__other__x`, {
    client: 'acp',
  })
  expect(await at.server.ended(run)).toMatchObject({
    ...{ outcome: 'done', dirty_files: 1 },
    refused: { count: 3, kinds: ['edit', 'execute', 'other'] },
  })
  const said = at.server.said(run.run, 'message')
  expect(said).toContain(`in first with baton at ${at.server.url}/mcp, Bearer `)
  expect(said.split('\n').slice(1, 6)).toEqual([
    'edit inside.txt: once',
    `edit ${outside}: no`,
    'execute : no',
    'mcp__baton__claim_task : once',
    'mcp__other__x : no',
  ])
  expect(existsSync(outside)).toBe(false)
  expect(at.server.said(run.run, 'tool')).toContain('ask execute')
  const next = at.run('session', { client: 'acp', continues: run.run })
  await at.server.ended(next)
  expect(at.server.said(next.run, 'message')).toContain('in first')
  const leaving = at.run('leave', { client: 'acp' })
  expect(await at.server.ended(leaving)).toMatchObject({ outcome: 'failed', error: 'It ended with 7.' })
})

test('over ACP the agent runs the commands that the file names, alone or with each other, and what it may not run is counted without its words', async () => {
  const lines = ['echo secret', 'git add -A', 'git commit -qm Work && curl http://127.0.0.1:1', 'git add . && git commit -qm Work']
  const run = at.run(`ask edit inside.txt\n${lines.map((line) => `run ${line}`).join('\n')}`, { client: 'committing' })
  const result = await at.server.ended(run)
  expect(result).toMatchObject({ outcome: 'done', files_changed: 1, dirty_files: 0, refused: { count: 2, kinds: ['execute'] } })
  expect(at.checkout.git('log', '--format=%s', run.branch)).toBe('Work\nA step')
  expect(at.server.said(run.run, 'message').split('\n').slice(1, 5)).toEqual([
    'echo secret: refused',
    'git add -A: ran',
    'git commit -qm Work && curl http://127.0.0.1:1: refused',
    'git add . && git commit -qm Work: ran',
  ])
  expect(JSON.stringify(result)).not.toContain('secret')
})

test('what is committed on another branch than the run’s own is not on it, and its worktree stays', async () => {
  const run = at.run('branch elsewhere\nwrite new.txt one\ncommit Elsewhere')
  const result = await at.server.ended(run)
  expect(result).toMatchObject({ outcome: 'done', head: at.checkout.head, base: at.checkout.head, files_changed: 1, dirty_files: 0 })
  // Worktrees are tidied after each run.
  await at.server.ended(at.run('say next'))
  expect(existsSync(join(at.server.started(run)?.worktree ?? '', 'new.txt'))).toBe(true)
})

test('whatever a lying server sends, nothing is started but what the file allows', async () => {
  const file = at.file('lies')
  const prompt = `note ${file} lie`
  const honest = at.run(`note ${file} honest`)
  await at.server.ended(honest)
  const later = at.body(prompt, { fence: 7, requested_by: { id: '', handle: 'eve' } })
  at.server.sign(later)
  await at.server.ended(later)
  const lies: [Parameters<RunMachine['body']>[1], string][] = [
    [{ requested_by: { id: crypto.randomUUID(), handle: 'eve' } }, 'not named'],
    [{ requested_by: { id: person.handle, handle: '' } as never }, ''],
    [{ client: 'sh' }, 'no client'],
    [{ folder: '/etc' }, 'leads out'],
    [{ folder: `${at.checkout.folder}/../..` }, 'leads out'],
    [{ expires_at: new Date(Date.now() - 1000).toISOString() }, 'time is over'],
    [{ expires_at: new Date(Date.now() + 48 * 3_600_000).toISOString() }, 'too long'],
    [{ run: honest.run }, ''],
    [{ run: later.run }, 'here before'],
    [{ run: '../../x' }, ''],
    [{ branch: '--force' }, ''],
    [{ prompt: `-e process.exit()` }, 'dash'],
  ]
  for (const [twist, why] of lies) {
    if (why === '') continue
    const run = at.run(prompt, twist)
    expect(await at.server.ended(run)).toMatchObject({ outcome: 'refused', error: expect.stringContaining(why) })
  }
  for (const [twist] of lies.filter(([, why]) => why === '')) at.run(prompt, twist)
  at.server.sign(at.body(prompt), newKeyPair().privateKey)
  at.server.sign(at.body(prompt, { machine: crypto.randomUUID() }))
  const last = at.run(`note ${file} last`)
  await at.server.ended(last)
  expect(readFileSync(file, 'utf8')).toBe('honest\nlast\n')
})
