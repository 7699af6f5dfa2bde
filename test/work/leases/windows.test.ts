import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { result, type McpClient, type Seat } from '../../mcp/clients.ts'
import type { Person } from '../../harness/person.ts'
import { call, codex, codexMeta, errorOf, kindsOf, noticesOf, overSse, overStreamable, withoutState } from './windows.ts'

let baton: Baton
let ann: Person
let token: string

beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
  await ann.do('POST', '/api/projects', { name: 'Two', slug: 'two', key: 'TWO' })
  token = (await ann.mcpToken()).token
})
afterAll(() => baton.close())

/** An access token lives 15 minutes. */
const advance = async (milliseconds: number): Promise<void> => {
  baton.clock.advance(milliseconds)
  await ann.logInAgain()
}
const newTask = async (title: string): Promise<string> =>
  (await ann.do('POST', '/api/tasks', { project: 'two', title, status: 'todo' })).key
const seat = (client: string): Seat => ({ url: baton.url, token, client })
const begin = (client: McpClient, goal: string) => result(client, 'create_session', { project: 'two', goals: [goal] })

const transports: Record<string, (seat: Seat) => Promise<McpClient>> = {
  'over SSE': overSse,
  'over Streamable HTTP': overStreamable,
  'without state': withoutState,
}

describe.each(Object.entries(transports))('two windows of one client %s', (name, connect) => {
  const client = `claude-code ${name}`

  test('C2, C3: resuming without an id takes nothing that runs, and says what does', async () => {
    const [one, two] = [await connect(seat(client)), await connect(seat(client))]
    const session = await begin(one, 'Window one works')
    const task = await newTask('Mine')
    const { lease } = await result(one, 'claim_task', { task, session: session.id })
    const refusal = await errorOf(call(two, 'resume_session', {}))
    expect(refusal).toMatch(/^not_found: None of your sessions is free to resume/)
    expect(refusal).toContain(session.id)
    expect(await errorOf(call(two, 'resume_session', { session: session.id }))).toMatch(/^conflict: This session is running/)
    expect(await errorOf(call(two, 'complete_task', { task, notes: 'done by window two' }))).toMatch(
      connect === withoutState
        ? /^lease_held: .* is held by claude-code\S* in one of your windows until .* If this is your lease, send its fence; .* claim_task with this task and your session/
        : /^lease_held: .* is held by claude-code\S* in another session or window until .* Choose another task/,
    )
    const done = await result(one, 'complete_task', { task, fence: lease.fence, notes: 'done by window one' })
    expect(done).toMatchObject({ status: 'complete', completion_notes: 'done by window one' })
    await result(one, 'end_session', { session: session.id, outcome: 'Done' })
    await Promise.all([one.close(), two.close()])
  })

  test('C2: an agent that is new takes no session of another, in whatever project', async () => {
    const one = await connect(seat(client))
    const session = await begin(one, 'Do payments')
    const third = await connect(seat(`third ${name}`))
    expect(await errorOf(call(third, 'resume_session', {}))).toMatch(/^not_found: None of your sessions is free/)
    expect(await result(one, 'checkpoint_session', { session: session.id, progress: 'Still mine' })).toMatchObject({ status: 'running' })
    await result(one, 'end_session', { session: session.id, outcome: 'Done' })
    await Promise.all([one.close(), third.close()])
  })

  test('C2, C3: taking a running one over is explicit; the loser is shut out and told with its next result', async () => {
    const [one, two] = [await connect(seat(client)), await connect(seat(client))]
    const session = await begin(one, 'Be taken over')
    const task = await newTask('Passed on')
    const { lease } = await result(one, 'claim_task', { task, session: session.id })
    const pack = await result(two, 'resume_session', { session: session.id, take_over: true })
    expect(pack.notices).toBeUndefined()
    expect(pack.session.id).not.toBe(session.id)
    const [passed] = pack.leases
    expect(passed).toMatchObject({ task })
    expect(passed.fence).not.toBe(lease.fence)
    const lost = await call(one, 'complete_task', { task, fence: lease.fence, notes: 'done by window one' })
    expect(lost.content[0]?.text).toMatch(/^lease_held: /)
    expect(
      noticesOf(lost)
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(['lease_taken_over', 'session_taken_over'])
    expect(lost.content.at(-1)?.text).toContain(`continues as ${pack.session.id}`)
    // It isn't told to take the session back, because that would go on forever.
    const refused = await errorOf(call(one, 'checkpoint_session', { session: session.id, progress: 'x' }))
    expect(refused).toMatch(/^conflict: This session was taken over by claude-code/)
    expect(refused).not.toContain('resume_session')
    expect(await errorOf(call(one, 'resume_session', { session: session.id, take_over: true }))).toMatch(/^conflict: .*was taken over/)
    await result(two, 'complete_task', { task, fence: passed.fence })
    await result(two, 'end_session', { session: pack.session.id, outcome: 'Done' })
    await Promise.all([one.close(), two.close()])
  })

  test('without a call for five minutes a session is free to be resumed, with new fences', async () => {
    const [one, two] = [await connect(seat(`sleepy ${name}`)), await connect(seat(`sleepy ${name}`))]
    const session = await begin(one, 'Fall asleep')
    const task = await newTask('Asleep')
    const { lease } = await result(one, 'claim_task', { task, session: session.id, minutes: 60 })
    await advance(4 * 60_000)
    await result(one, 'checkpoint_session', { session: session.id, progress: 'Still here' })
    await advance(4 * 60_000)
    expect(await errorOf(call(two, 'resume_session', {}))).toMatch(/^not_found/)
    await advance(2 * 60_000)
    const pack = await result(two, 'resume_session', {})
    expect(pack).toMatchObject({ goals: ['Fall asleep'], leases: [{ task }] })
    const late = await call(one, 'checkpoint_session', { session: session.id, progress: 'Awake' })
    expect(late.isError).toBe(true)
    expect(noticesOf(late).map(({ kind }) => kind)).toContain('session_taken_over')
    expect(await errorOf(call(one, 'complete_task', { task, fence: lease.fence }))).toMatch(/^lease_held/)
    await result(two, 'end_session', { session: pack.session.id, outcome: 'Done' })
    await Promise.all([one.close(), two.close()])
  })
})

describe.each([
  ['over SSE', overSse],
  ['over Streamable HTTP', overStreamable],
] as const)('where a connection tells windows apart, %s', (name, connect) => {
  test('M3: the holder that lost its fence gets it again, another window gets nothing by naming the session', async () => {
    const client = `compacting ${name}`
    const [one, two] = [await connect(seat(client)), await connect(seat(client))]
    const session = await begin(one, 'Be compacted')
    const task = await newTask('Held all along')
    const { lease } = await result(one, 'claim_task', { task, session: session.id })
    const again = await result(one, 'claim_task', { task, session: session.id })
    expect(again.lease.fence).toBe(lease.fence)
    expect((await result(one, 'resume_session', {})).leases).toMatchObject([{ task, fence: lease.fence }])
    for (const [tool, args] of [
      ['claim_task', { task, session: session.id }],
      ['checkpoint_session', { session: session.id, progress: 'x' }],
      ['end_session', { session: session.id, outcome: 'x' }],
    ] as const) {
      expect(await errorOf(call(two, tool, args))).toMatch(/^conflict: This session runs in another window of yours/)
    }
    expect(await errorOf(call(two, 'complete_task', { task, fence: lease.fence }))).toMatch(/^lease_held/)
    await result(one, 'end_session', { session: session.id, outcome: 'Done' })
    await Promise.all([one.close(), two.close()])
  })
})

test('M3: where nothing tells windows apart, naming the session gets a new fence, and whoever has the old one is told', async () => {
  const [one, two] = [await withoutState(seat('stateless')), await withoutState(seat('stateless'))]
  const session = await begin(one, 'Be compacted')
  const task = await newTask('Whose')
  const { lease } = await result(one, 'claim_task', { task, session: session.id })
  const again = await result(two, 'claim_task', { task, session: session.id })
  expect(again.lease.fence).not.toBe(lease.fence)
  const late = await call(one, 'complete_task', { task, fence: lease.fence })
  expect(late.isError).toBe(true)
  expect(noticesOf(late)).toMatchObject([{ kind: 'fence_renewed', task }])
  await result(two, 'complete_task', { task, fence: again.lease.fence })
  await result(one, 'end_session', { session: session.id, outcome: 'Done' })
  await Promise.all([one.close(), two.close()])
})

test('a stream that breaks and opens again is the same window: its session and its leases are its own', async () => {
  const one = await overSse(seat('reconnecting'))
  const session = await begin(one, 'Reconnect')
  const task = await newTask('Through a deploy')
  const { lease } = await result(one, 'claim_task', { task, session: session.id })
  await one.close()
  const back = await overSse(seat('reconnecting'))
  const checkpoint = () => call(back, 'checkpoint_session', { session: session.id, progress: 'Back' })
  await expect.poll(async () => (await checkpoint()).isError ?? false).toBe(false)
  await result(back, 'complete_task', { task, fence: lease.fence })
  const other = await overSse(seat('reconnecting'))
  expect(await errorOf(call(other, 'checkpoint_session', { session: session.id, progress: 'x' }))).toMatch(/^conflict/)
  await result(back, 'end_session', { session: session.id, outcome: 'Done' })
  await Promise.all([back.close(), other.close()])
})

test('Codex says in every call which conversation it is: two of them never share, one stays itself through compactions', async () => {
  const [one, two] = [await codex(seat('codex')), await codex(seat('codex'))]
  const use = async (client: typeof one, meta: object, tool: string, args: object): Promise<any> =>
    client.callTool({ name: tool, arguments: args as Record<string, unknown>, _meta: meta as Record<string, unknown> })
  const session = (await use(one, codexMeta('thread-1'), 'create_session', { project: 'two', goals: ['Codex'] })).structuredContent
  const task = await newTask('By Codex')
  const { lease } = (await use(one, codexMeta('thread-1'), 'claim_task', { task, session: session.id })).structuredContent
  // The second conversation also uses the first one's connection, as subagents do.
  for (const client of [one, two]) {
    const meta = codexMeta('thread-2')
    expect((await use(client, meta, 'complete_task', { task, fence: lease.fence })).content[0].text).toMatch(/^lease_held/)
    expect((await use(client, meta, 'checkpoint_session', { session: session.id, progress: 'x' })).isError).toBe(true)
    expect((await use(client, meta, 'resume_session', {})).content[0].text).toMatch(/^not_found/)
  }
  // On another connection and after a compaction, it is still the same conversation.
  const again = await use(two, codexMeta('thread-1', 1), 'claim_task', { task, session: session.id })
  expect(again.structuredContent.lease.fence).toBe(lease.fence)
  expect((await use(two, codexMeta('thread-1', 1), 'resume_session', {})).structuredContent.leases).toMatchObject([
    { task, fence: lease.fence },
  ])
  await use(one, codexMeta('thread-1'), 'end_session', { session: session.id, outcome: 'Done' })
  await Promise.all([one.close(), two.close()])
})

test('a hook names the session by the client’s own id of it', async () => {
  const [window, hook] = [await withoutState(seat('hooked')), await withoutState(seat('hooked'))]
  const client_session = 'b4cb213d-1111-4111-8111-111111111111'
  expect(await errorOf(call(hook, 'checkpoint_session', { client_session, progress: 'Compacting' }))).toMatch(/^not_found/)
  const session = await result(window, 'create_session', { project: 'two', goals: ['Hooked'], client_session })
  const task = await newTask('With hooks')
  const { lease } = await result(window, 'claim_task', { task, session: session.id, client_session })
  const step = await result(hook, 'checkpoint_session', { client_session, progress: 'Compacting' })
  expect(step).toMatchObject({ id: session.id, checkpoint: { progress: 'Compacting' }, leases: [{ task }] })
  expect(JSON.stringify(step)).not.toContain(lease.fence)
  expect((await result(hook, 'list_sessions', { client_session })).items).toMatchObject([{ id: session.id }])
  // After the compaction, the window asks what it holds.
  const pack = await result(window, 'resume_session', { client_session })
  expect(pack).toMatchObject({ session: { id: session.id }, leases: [{ task, fence: lease.fence }] })
  expect((await result(window, 'claim_task', { task, client_session })).lease.fence).toBe(lease.fence)
  const other = { client_session: 'c0ffee00-2222-4222-8222-222222222222' }
  expect(await errorOf(call(hook, 'checkpoint_session', { session: session.id, progress: 'x', ...other }))).toMatch(/^conflict/)
  expect((await result(hook, 'list_sessions', other)).items).toEqual([])
  expect(await result(hook, 'end_session', { client_session, outcome: 'Window closed' })).toMatchObject({ id: session.id, status: 'ended' })
  expect(await errorOf(call(hook, 'checkpoint_session', { progress: 'x' }))).toMatch(/^invalid: Name the session/)
  await Promise.all([window.close(), hook.close()])
})

describe('a holder that has forgotten its fence', () => {
  const hooked = { client_session: 'f0e1d2c3-3333-4333-8333-333333333333' }
  const theWindow: Record<string, [(seat: Seat) => Promise<McpClient>, said: object]> = {
    'over Streamable HTTP': [overStreamable, {}],
    'over SSE': [overSse, {}],
    'without state, identified by its hooks': [withoutState, hooked],
  }

  test.each(Object.entries(theWindow))('needs none %s', async (name, [connect, said]) => {
    const [window, other] = [await connect(seat(`forgetful ${name}`)), await connect(seat(`forgetful ${name}`))]
    const stranger = 'client_session' in said ? { client_session: 'another-window' } : {}
    const session = await result(window, 'create_session', { project: 'two', goals: ['Forget'], ...said })
    const [task, gone] = [await newTask('Finished without the fence'), await newTask('Deleted without the fence')]
    const { lease } = await result(window, 'claim_task', { task, session: session.id, ...said })
    await result(window, 'claim_task', { task: gone, session: session.id, ...said })
    for (const [tool, args] of [
      ['update_task', { task, status: 'in_review' }],
      ['complete_task', { task, notes: 'by another window' }],
      ['delete_task', { task, confirm: true }],
      ['claim_task', { task, action: 'release' }],
    ] as const) {
      expect(await errorOf(call(other, tool, { ...args, ...stranger }))).toMatch(/^lease_held: .* Choose another task/)
    }
    const wrong = await errorOf(call(window, 'complete_task', { task, fence: 'AAAAAAAAAAAAAAAAAAAAAA', ...said }))
    expect(wrong).toMatch(/^lease_held: .* in this window until .* repeat the call without it/)
    expect((await result(window, 'claim_task', { task, ...said })).lease.fence).toBe(lease.fence)
    await result(window, 'claim_task', { task, action: 'renew', ...said })
    expect(await result(window, 'update_task', { task, status: 'in_review', ...said })).toMatchObject({ status: 'in_review' })
    const done = await result(window, 'complete_task', { task, notes: 'without it', ...said })
    expect(await result(window, 'complete_task', { task, notes: 'repeated', ...said })).toMatchObject({ version: done.version })
    await result(window, 'delete_task', { task: gone, confirm: true, ...said })
    await result(window, 'end_session', { session: session.id, outcome: 'Done', ...said })
    await Promise.all([window.close(), other.close()])
  })

  test('is told how to get it again where nothing tells its window from others, and never sent away', async () => {
    const window = await withoutState(seat('unrecognized'))
    const session = await begin(window, 'Forget')
    const [task, loose, named] = [await newTask('By session'), await newTask('By nothing'), await newTask('By its hooks')]
    await result(window, 'claim_task', { task, session: session.id })
    const refusal = await errorOf(call(window, 'complete_task', { task, notes: 'no fence' }))
    expect(refusal).toContain('claim_task with this task and your session gives it to you')
    expect(refusal).not.toContain('Choose another task')
    const { lease } = await result(window, 'claim_task', { task, session: session.id })
    expect(await result(window, 'complete_task', { task, fence: lease.fence })).toMatchObject({ status: 'complete' })
    await result(window, 'claim_task', { task: named, ...hooked })
    expect(await errorOf(call(window, 'complete_task', { task: named }))).toContain('with this task and your client_session gives it')
    await result(window, 'claim_task', { task: loose })
    const lost = await errorOf(call(window, 'complete_task', { task: loose }))
    expect(lost).toContain('send its fence; without it, wait until then or ask a person to release the task')
    expect(lost).not.toContain('Choose another task')
    await window.close()
  })

  test('gets the same one again over REST by naming its window', async () => {
    const { key: rest } = await ann.do('POST', '/api/settings/api-keys', { name: 'rest' })
    const ask = async (path: string, body: object): Promise<any> => {
      const headers = { authorization: `Bearer ${rest}`, 'content-type': 'application/json' }
      return (await fetch(`${baton.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    }
    const window = { client_session: 'rest-window' }
    const session = await ask('/api/sessions', { project: 'two', goals: ['Over REST'], ...window })
    const task = await newTask('Over REST')
    const first = await ask(`/api/tasks/${task}/claim`, { session: session.id, ...window })
    const again = await ask(`/api/tasks/${task}/claim`, window)
    expect(again.lease.fence).toBe(first.lease.fence)
  })
})

test('a session that was ended is over: only by name is it continued', async () => {
  const [one, two] = [await withoutState(seat('ender')), await withoutState(seat('ender'))]
  const ended = await begin(one, 'Be done')
  await result(one, 'end_session', { session: ended.id, outcome: 'done' })
  for (const within of [{}, { project: 'two' }]) {
    expect(await errorOf(call(two, 'resume_session', within))).toMatch(
      /^not_found: (You have no session to resume|None of your sessions is free)/,
    )
  }
  expect(await result(two, 'resume_session', { session: ended.id })).toMatchObject({ goals: ['Be done'], session: { status: 'running' } })
  await Promise.all([one.close(), two.close()])
})

test('a hook takes up only what is open in its own window', async () => {
  const [window, other] = [await withoutState(seat('here')), await withoutState(seat('here'))]
  const session = await result(window, 'create_session', { project: 'two', goals: ['Here'], client_session: 'window-here' })
  await advance(10 * 60_000)
  expect(await errorOf(call(other, 'resume_session', { client_session: 'window-there', here: true }))).toMatch(
    /^not_found: No session is open/,
  )
  expect((await result(window, 'resume_session', { client_session: 'window-here', here: true })).session.id).toBe(session.id)
  await Promise.all([window.close(), other.close()])
})

test('a person who ends a session or stops an agent leaves word of it', async () => {
  // With a token of its own: the one above has called under as many names as get an agent each.
  const window = await overStreamable({ ...seat('watched'), token: (await ann.mcpToken('watched')).token })
  const session = await begin(window, 'Be ended')
  const task = await newTask('Let go')
  await result(window, 'claim_task', { task, session: session.id })
  await ann.do('POST', `/api/sessions/${session.id}/end`, { outcome: 'Enough' })
  expect(await kindsOf(call(window, 'list_projects'))).toEqual(expect.arrayContaining(['lease_released', 'session_ended']))
  await result(window, 'claim_task', { task })
  const { items } = await ann.do('GET', '/api/agents?limit=100')
  const { slug } = items.find(({ name }: { name: string }) => name === 'watched')
  await ann.do('POST', `/api/agents/${slug}/stop`, { reason: 'Enough' })
  expect(await kindsOf(call(window, 'list_projects'))).toEqual(['lease_released'])
  await window.close()
})
