import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'
import { settles, waitFor } from '../../harness/wait.ts'
import { withoutState } from '../../work/leases/windows.ts'
import { result, type McpClient } from '../clients.ts'
import { Hook, startBetween } from './hook.ts'

let baton: Baton
let ann: Person
let token: string
let window: McpClient
beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
  await ann.api.createProject({ name: 'Web', slug: 'web', key: 'WEB' })
  token = (await ann.mcpToken()).token
  window = await withoutState({ url: baton.url, token, client: 'claude-code' })
})
afterAll(async () => {
  await window.close()
  await baton.close()
})

/** Only ends a test that would hang: a hook that asks waits for the answer of a busy machine. */
const patient = { BATON_HOOK_WAIT: '60' }
const begin = async (client_session: string): Promise<string> =>
  (await result(window, 'create_session', { project: 'web', goals: ['Hooked'], client_session })).id
const traceOf = async (session: string) => (await ann.do('GET', `/api/sessions/${session}`)).trace

test('no hook waits for a server that accepts and never answers', async () => {
  const held: string[] = []
  const silent = await startBetween((_, body) => void held.push(body))
  const hook = new Hook(silent.url)
  const events = [
    ['SessionStart', { source: 'startup' }],
    ['SessionStart', { source: 'compact' }],
    ['PostToolUse', { tool_name: 'Write', tool_input: { file_path: '/a.ts', content: 'x'.repeat(1_400_000) }, tool_use_id: 't' }],
    ['PreCompact', { trigger: 'manual' }],
    ['Stop', { last_assistant_message: 'Done' }],
  ] as const
  for (const [event, more] of events) await settles(event, hook.run(event, 'w1', more))
  // All of them are gone, and the server has answered none of those who asked.
  await waitFor('the sender to ask', () => held.some((body) => body.includes('checkpoint_session')))
  expect(held.filter((body) => body.includes('resume_work'))).toHaveLength(2)
  expect(hook.kept()).toContain('w1\tF /a.ts\n')
  await silent.close()
  hook.close()
})

test('what hooks saw arrives in order, and once, though answers are lost and senders are killed', async () => {
  const lost: string[] = []
  let losing = true
  const between = await startBetween(async ({ headers }, body, response) => {
    const { host: _, connection: __, 'content-length': ___, ...rest } = headers
    const answer = await fetch(`${baton.url}/mcp`, { method: 'POST', headers: rest as Record<string, string>, body })
    const text = await answer.text()
    if (losing && body.includes('harness')) {
      lost.push(body)
      response.destroy()
    } else response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(text)
  })
  const session = await begin('w2')
  const hook = new Hook(between.url, token)
  await hook.ran('w2', 'npm test', 'Exit code 3\nfailed')
  await waitFor('the first answer to be lost', () => lost.length > 0 && existsSync(join(hook.folder, 'retry')))
  expect(await traceOf(session)).toMatchObject({ ran: [{ command: 'npm test', code: 3, times: 1 }] })
  // While it waits to try again, nothing is asked; a sender that was killed has left its lock.
  hook.failedUntil(Date.now() + 3_600_000)
  const asked = lost.length
  await hook.ran('w2', 'git commit -m x')
  await hook.run('Stop', 'w2', { last_assistant_message: 'Half done' })
  expect(lost).toHaveLength(asked)
  losing = false
  hook.forgetFailure()
  await waitFor('the lock to be free', () => !existsSync(join(hook.folder, 'sender')))
  mkdirSync(join(hook.folder, 'sender'), { recursive: true })
  writeFileSync(join(hook.folder, 'sender/pid'), '999999999')
  await hook.run('Stop', 'w2', { last_assistant_message: 'All done' })
  const trace = await waitFor(
    'everything to arrive',
    () => traceOf(session),
    ({ said }) => said[0] === 'All done',
  )
  expect(trace).toMatchObject({
    ran: [
      { command: 'git commit', code: 0, times: 1 },
      { command: 'npm test', code: 3, times: 1 },
    ],
  })
  await waitFor('the folder to be empty', () => hook.kept() === '')
  await between.close()
  hook.close()
})

test('the last words of a conversation arrive although their first answers are lost and nothing follows', async () => {
  let losing = 2
  const between = await startBetween(async ({ headers }, body, response) => {
    if (losing-- > 0) return void response.destroy()
    const { host: _, connection: __, 'content-length': ___, ...rest } = headers
    const answer = await fetch(`${baton.url}/mcp`, { method: 'POST', headers: rest as Record<string, string>, body })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(await answer.text())
  })
  const session = await begin('w8')
  const hook = new Hook(between.url, token)
  await hook.run('Stop', 'w8', { last_assistant_message: 'Good night' })
  await waitFor(
    'the words',
    () => traceOf(session),
    (trace) => trace?.said[0] === 'Good night',
  )
  await between.close()
  hook.close()
})

test('what was seen before the window had a session is told once it has one, and holds up no other window', async () => {
  const hook = new Hook(baton.url, token)
  await hook.run('Stop', 'w3', { last_assistant_message: 'Not yet in Baton' })
  const other = await begin('w4')
  await hook.run('Stop', 'w4', { last_assistant_message: 'In Baton' })
  await waitFor(
    'the other window’s words',
    () => traceOf(other),
    (trace) => trace?.said[0] === 'In Baton',
  )
  const session = await begin('w3')
  await waitFor('the sender to end', () => !existsSync(join(hook.folder, 'sender')))
  await hook.run('PreCompact', 'w3')
  await waitFor(
    'the words',
    () => traceOf(session),
    (trace) => trace?.said[0] === 'Not yet in Baton',
  )
  hook.close()
})

test('a turn’s end renews the leases; after a compaction the window is told what it holds', async () => {
  const hook = new Hook(baton.url, token, patient)
  expect(await hook.run('SessionStart', 'w5', { source: 'startup' })).toContain('Baton is connected.')
  const session = await begin('w5')
  const { key } = await result(window, 'create_task', { project: 'web', title: 'Held', status: 'todo' })
  await result(window, 'claim_task', { task: key, session, client_session: 'w5', minutes: 2 })
  const until = async () => (await ann.do('GET', `/api/tasks/${key}`)).lease_until
  const before = await until()
  await hook.run('Stop', 'w5', { last_assistant_message: 'Turn over' })
  await waitFor('the lease to last longer', async () => (await until()) > before)
  const told = await hook.run('SessionStart', 'w5', { source: 'compact' })
  expect(told).toContain('You are at work in Baton.')
  expect(told).toContain(key)
  // Another window that is taken up again has nothing here.
  expect(await hook.run('SessionStart', 'w6', { source: 'resume' })).toContain('Baton is connected.')
  hook.close()
})

test('the window’s id is added to a call, which then needs no fence', async () => {
  const hook = new Hook(baton.url, token)
  const session = await begin('w7')
  const { key } = await result(window, 'create_task', { project: 'web', title: 'Finished', status: 'todo' })
  await result(window, 'claim_task', { task: key, session, client_session: 'w7' })
  const tool_input = { task: key, notes: `Done with "quotes", {braces} and ${'many words '.repeat(1500)}` }
  const answer = JSON.parse(await hook.run('PreToolUse', 'w7', { tool_name: 'mcp__baton__complete_task', tool_input, tool_use_id: 't' }))
  const { updatedInput } = answer.hookSpecificOutput
  expect(updatedInput).toEqual({ client_session: 'w7', ...tool_input })
  expect(await result(window, 'complete_task', updatedInput)).toMatchObject({ status: 'complete' })
  hook.close()
})
