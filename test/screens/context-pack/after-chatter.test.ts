import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'
import { waitFor } from '../../harness/wait.ts'
import { call, result, type McpClient, type ToolAnswer } from '../../mcp/clients.ts'
import { withoutState } from '../../work/leases/windows.ts'

let baton: Baton
let ann: Person
let agent: McpClient
beforeAll(async () => {
  baton = await startBaton({ WRITES_PER_MINUTE: '100000' })
  ann = await baton.person('ann')
  await ann.api.createProject({ name: 'Web', slug: 'web', key: 'WEB' })
  agent = await withoutState({ url: baton.url, token: (await ann.mcpToken()).token, client: 'packer' })
})
afterAll(async () => {
  await agent.close()
  await baton.close()
})

const real = {
  progress: 'Rounding implemented in src/round.ts; test/round.spec.ts has 3 failing cases for DK; approach with Math.fround FAILED',
  state: 'Next: handle half-even for DK. Do not touch legacy/tariff2019.',
  files: ['src/round.ts', 'test/round.spec.ts'],
}
const chatter = [
  'Sure! What would you like next?',
  'You are welcome.',
  'I looked at the README, nothing to change there.',
  'Here is the summary you asked for in a table with many words about something else entirely.',
  'OK.',
  'Let me know if you need anything else.',
]

/** As a hook does it: what is not answered because the machine is busy is sent again, with its key. */
async function report(args: Record<string, unknown>): Promise<void> {
  const keyed = { ...args, idempotency_key: randomUUID() }
  const isBusy = ({ content }: ToolAnswer): boolean => /^unavailable: /.test(content[0]?.text ?? '')
  const answer = await waitFor(
    'an answer',
    () => call(agent, 'checkpoint_session', keyed),
    (one) => !isBusy(one),
  )
  expect(answer.isError ?? false, answer.content[0]?.text).toBe(false)
}

/** What a hook tells at the end of a turn: as it does now, and as it did in earlier versions. */
const told = {
  now: (said: string, client_session: string) =>
    report({
      ...{ source: 'harness', client_session, said, files: ['README.md'] },
      ran: [
        { command: 'ls', code: 0 },
        { command: 'git status', code: 1 },
      ],
    }),
  before: (said: string, client_session: string) =>
    report({
      ...{ client_session, files: ['README.md'] },
      progress: `${said}\n\nRan:\n- \`ls\` ended with 0\n- \`git status\` ended with 0\n`,
    }),
}

async function worked(client_session: string): Promise<string> {
  const { id } = await result(agent, 'create_session', { project: 'web', goals: ['Round correctly'], client_session })
  const { key } = await result(agent, 'create_task', { project: 'web', title: 'Round', status: 'todo' })
  await result(agent, 'claim_task', { task: key, session: id, client_session })
  await result(agent, 'checkpoint_session', { session: id, client_session, ...real })
  return id
}

test.each([
  ['now', 6],
  ['now', 200],
  ['before', 6],
] as const)('the agent’s own checkpoint stays in the pack, whatever hooks tell %s, %i times', { timeout: 240_000 }, async (how, times) => {
  const client_session = `window-${how}-${times}`
  const session = await worked(client_session)
  for (let turn = 0; turn < times; turn++) await told[how](chatter[turn % chatter.length] ?? '', client_session)
  for (const budget_tokens of [500, 1000, 4000, 20_000]) {
    const pack = await result(agent, 'resume_session', { session, client_session, budget_tokens })
    expect(pack.tokens).toBeLessThanOrEqual(budget_tokens)
    expect(pack.last_checkpoint.number).toBe(1)
    if (budget_tokens < 1000) continue
    expect(pack.last_checkpoint, `${budget_tokens}`).toMatchObject(real)
    if (how === 'now')
      expect(pack.trace).toMatchObject({
        files: ['README.md'],
        ran: expect.arrayContaining([expect.stringContaining('git status ended with 1')]),
      })
  }
  const [row] = await baton.look('select checkpoints from agent_sessions where id = $1', [session])
  expect(row).toEqual({ checkpoints: how === 'now' ? 1 : times + 1 })
})

test('the trace is one bounded summary: files add up, a command counts with its last exit code, and it is handed on', async () => {
  const session = await worked('window-traced')
  const tell = (seen: object) => result(agent, 'checkpoint_session', { source: 'harness', client_session: 'window-traced', ...seen })
  await tell({ files: ['src/round.ts', 'a.ts'], ran: [{ command: 'npm test', code: 1 }], said: 'First' })
  const answer = await tell({ files: ['b.ts'], ran: [{ command: 'npm test', code: 0 }], said: 'Second' })
  expect(answer.leases).toMatchObject([{ task: expect.stringMatching(/^WEB-/) }])
  for (let turn = 0; turn < 4; turn++) {
    const files = Array.from({ length: 60 }, (_, place) => `generated/${turn}-${place}.ts`)
    await tell({ files, ran: Array.from({ length: 20 }, (_, place) => ({ command: `tool-${turn}-${place}`, code: 0 })) })
  }
  const { trace } = await ann.do('GET', `/api/sessions/${session}`)
  expect([trace.said, trace.files.length, trace.ran.length]).toEqual([['Second', 'First'], 100, 30])
  const again = await result(agent, 'checkpoint_session', {
    source: 'harness',
    client_session: 'window-traced',
    files: ['src/round.ts', 'c.ts'],
  })
  expect(again.trace.files.slice(0, 2)).toEqual(['c.ts', 'src/round.ts'])
  const next = await result(agent, 'resume_session', { session, take_over: true, client_session: 'window-next', budget_tokens: 20_000 })
  expect(next.trace.files[0]).toBe('c.ts')
  expect((await ann.do('GET', `/api/sessions/${next.session.id}`)).trace.files[0]).toBe('c.ts')
})

test('a session that was only ever resumed goes on where the last checkpoint before it stands', async () => {
  let session = await worked('window-first')
  for (const client_session of ['window-second', 'window-third', 'window-fourth']) {
    const pack = await result(agent, 'resume_session', { session, take_over: true, client_session })
    expect(pack.last_checkpoint).toMatchObject(real)
    session = pack.session.id
  }
})

test('checkpoints that hooks saved before they could say so are marked afterwards', async () => {
  const session = await worked('window-old')
  for (const said of chatter) await told.before(said, 'window-old')
  const marked = () => baton.look('select number from session_checkpoints where by_hook and session_id = $1 order by number', [session])
  const atOnce = await marked()
  expect(atOnce).toHaveLength(chatter.length)
  await baton.look('update session_checkpoints set by_hook = false')
  const fill = readFileSync(new URL('../../../database/migrations/0219_checkpoints_by_hooks.sql', import.meta.url), 'utf8')
  for (let cursor: string | null = null, rows = 1; rows > 0;) {
    const [page]: { cursor: string | null; rows: number }[] = await baton.look(fill, [cursor, 4])
    cursor = page?.cursor ?? null
    rows = page?.rows ?? 0
  }
  expect(await marked()).toEqual(atOnce)
})

test('each hint in left_out names a call that returns what was left out', { timeout: 240_000 }, async () => {
  const long = 'word '.repeat(700)
  const client_session = 'window-long'
  const given = { project: 'web', goals: Array.from({ length: 20 }, (_, place) => `Goal ${place} ${'of many '.repeat(50)}`), context: long }
  const { id } = await result(agent, 'create_session', { ...given, client_session })
  for (let step = 1; step <= 12; step++) {
    await result(agent, 'checkpoint_session', {
      session: id,
      progress: `Step ${step} ${long.slice(0, 3000)}`,
      state: `State ${step} ${long}`,
    })
    const { key } = await result(agent, 'create_task', {
      project: 'web',
      title: `Held ${step}`,
      status: 'todo',
      description: `Described ${step} ${long}`,
    })
    if (step < 4) await result(agent, 'claim_task', { task: key, session: id })
    await result(agent, 'log_decision', { project: 'web', title: `Decided ${step}`, rationale: long, context: 'c', outcome: long })
  }
  const pack = await result(agent, 'resume_session', { session: id, client_session, budget_tokens: 1000 })
  const kinds = pack.left_out.flatMap(({ what }: { what: string }) => what.split(', '))
  expect(kinds).toEqual(expect.arrayContaining(['goals', 'context', 'last_checkpoint', 'earlier', 'held', 'decisions']))
  const left: Record<string, string> = {
    goals: given.goals[19] ?? '',
    context: long.trim(),
    last_checkpoint: `State 12 ${long}`.trim(),
    earlier: 'Step 1 word',
    held: 'Described',
    decisions: 'Decided 1"',
  }
  for (const { what, fetch } of pack.left_out as { what: string; fetch: string }[]) {
    const [, tool = '', args = '{}'] = /^(\w+)(?: (.*))?$/.exec(fetch) ?? []
    const pages: string[] = []
    for (let cursor: string | undefined; ;) {
      const answer = await call(agent, tool, { ...JSON.parse(args), ...(cursor && { cursor }) })
      expect(answer.isError ?? false, fetch).toBe(false)
      pages.push(JSON.stringify(answer.structuredContent))
      cursor = answer.structuredContent?.['next_cursor'] as string | undefined
      if (!cursor) break
    }
    for (const part of what.split(', ')) if (left[part]) expect(pages.join('\n'), `${part}: ${fetch}`).toContain(left[part])
  }
})
