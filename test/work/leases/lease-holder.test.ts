import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { result, type McpClient, type Seat } from '../../mcp/clients.ts'
import type { Person } from '../../harness/person.ts'
import { call, errorOf, kindsOf, noticesOf, overSse, overStreamable, withoutState } from './windows.ts'

let baton: Baton
let ann: Person
let bob: Person
let tokens: { ann: string; bob: string }

beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
  const joining = await baton.person('bob')
  await ann.do('POST', '/api/organization/members', { user: 'bob' })
  bob = joining.in('acme')
  await ann.do('POST', '/api/projects', { name: 'Harbour', slug: 'harbour', key: 'HAR' })
  tokens = { ann: (await ann.mcpToken()).token, bob: (await bob.mcpToken()).token }
})
afterAll(() => baton.close())

/** An access token lives 15 minutes. */
const advance = async (milliseconds: number): Promise<void> => {
  baton.clock.advance(milliseconds)
  await ann.logInAgain()
}
const newTask = async (title: string, more: object = {}): Promise<string> =>
  (await ann.do('POST', '/api/tasks', { project: 'harbour', title, status: 'todo', ...more })).key
const seat = (client: string, token = tokens.ann): Seat => ({ url: baton.url, token, client })

const transports: Record<string, (seat: Seat) => Promise<McpClient>> = {
  'over SSE': overSse,
  'over Streamable HTTP': overStreamable,
  'without state': withoutState,
}

describe.each(Object.entries(transports))('%s', (_, connect) => {
  test('C1: a fence is no number to guess, and nobody but the holder gets past it, not even with the fence', async () => {
    const [builder, scout, stranger] = [await connect(seat('builder')), await connect(seat('scout')), await connect(seat('x', tokens.bob))]
    const task = await newTask('Payments')
    const { lease } = await result(builder, 'claim_task', { task })
    expect(lease.fence).toMatch(/^[\w-]{22}$/)
    const refusal = await errorOf(call(scout, 'update_task', { task, status: 'todo' }))
    expect(refusal).toMatch(/^lease_held: HAR-\d+ is held by builder-\w+ until .*Choose another task\./)
    expect(refusal).not.toContain('fence')
    expect(await errorOf(call(scout, 'update_task', { task, fence: 1, status: 'complete' }))).toMatch(/^invalid: .*lease\.fence/)
    for (const other of [scout, stranger]) {
      const { fence } = lease
      expect(await errorOf(call(other, 'update_task', { task, fence, status: 'complete' }))).toMatch(/^lease_held/)
      expect(await errorOf(call(other, 'complete_task', { task, fence, notes: 'guessed' }))).toMatch(/^lease_held/)
      expect(await errorOf(call(other, 'claim_task', { action: 'release', task, fence }))).toMatch(/^lease_held/)
      expect(await errorOf(call(other, 'claim_task', { action: 'renew', task, fence }))).toMatch(/^lease_held/)
      expect(await errorOf(call(other, 'delete_task', { task, fence, confirm: true }))).toMatch(/^lease_held/)
    }
    expect(await result(builder, 'complete_task', { task, fence: lease.fence, notes: 'done' })).toMatchObject({ status: 'complete' })
    await Promise.all([builder.close(), scout.close(), stranger.close()])
  })

  test('C1: what one has completed no other completes again, and a repeat by the same changes nothing', async () => {
    const [builder, scout] = [await connect(seat('builder')), await connect(seat('scout'))]
    const task = await newTask('Once')
    const { lease } = await result(builder, 'claim_task', { task })
    const done = await result(builder, 'complete_task', { task, fence: lease.fence, notes: 'by builder' })
    expect(await errorOf(call(scout, 'complete_task', { task, notes: 'by scout' }))).toMatch(
      /^conflict: HAR-\d+ is complete already: builder-\w+ completed it at /,
    )
    expect(await errorOf(call(scout, 'complete_task', { task, fence: lease.fence, notes: 'by scout' }))).toMatch(/^conflict/)
    expect(await errorOf(call(scout, 'update_task', { task, status: 'complete' }))).toMatch(/^conflict/)
    // The answer to the first call may have been lost.
    const again = await result(builder, 'complete_task', { task, fence: lease.fence, notes: 'by builder, again' })
    expect(again).toMatchObject({ version: done.version, completion_notes: 'by builder' })
    await Promise.all([builder.close(), scout.close()])
  })

  test('M1: a blocked task is completed no more than it is claimed, and an old fence opens no free task', async () => {
    const builder = await connect(seat('builder'))
    const [first, blocked, freed] = [await newTask('First'), await newTask('Then'), await newTask('Freed')]
    await ann.do('PATCH', `/api/tasks/${blocked}`, { blocked_by: [first] })
    expect(await errorOf(call(builder, 'complete_task', { task: blocked }))).toContain(`is blocked by open tasks: ${first}`)
    expect(await errorOf(call(builder, 'update_task', { task: blocked, status: 'complete' }))).toContain('is blocked by open tasks')
    const { lease } = await result(builder, 'claim_task', { task: freed })
    await ann.do('POST', `/api/tasks/${freed}/release`, {})
    expect(await errorOf(call(builder, 'complete_task', { task: freed, fence: lease.fence }))).toMatch(/^conflict: Your lease .* has ended/)
    await builder.close()
  })

  test('C4: a checkpoint renews the leases of its session', async () => {
    const builder = await connect(seat('builder'))
    const task = await newTask('Long')
    const session = await result(builder, 'create_session', { goals: ['Long work'], project: 'harbour' })
    const { lease } = await result(builder, 'claim_task', { task, session: session.id, minutes: 2 })
    await advance(60_000)
    await result(builder, 'checkpoint_session', { session: session.id, progress: 'Under way' })
    const { lease_until } = await ann.do('GET', `/api/tasks/${task}`)
    expect(new Date(lease_until).getTime() - new Date(lease.until).getTime()).toBeGreaterThan(25 * 60_000)
    await advance(20 * 60_000)
    expect(await result(builder, 'complete_task', { task, fence: lease.fence })).toMatchObject({ status: 'complete' })
    await result(builder, 'end_session', { session: session.id, outcome: 'Done' })
    await builder.close()
  })

  test('C4: results say once what runs out, what has run out, and what a person took away', async () => {
    const client = `noticed-${connect.name}-${Math.random().toString(36).slice(2, 8)}`
    const builder = await connect(seat(client))
    const [task, taken] = [await newTask('Short'), await newTask('Taken')]
    const session = await result(builder, 'create_session', { goals: ['Be told'], project: 'harbour' })
    await result(builder, 'claim_task', { task, session: session.id, minutes: 10 })
    expect(await kindsOf(call(builder, 'list_projects'))).toEqual([])
    await advance(6 * 60_000)
    const warned = await call(builder, 'list_projects')
    expect(noticesOf(warned)).toMatchObject([{ kind: 'lease_expiring', task, message: expect.stringContaining('action: renew') }])
    // In both forms: some clients show their model only the text, others only the structured content.
    expect(warned.content.at(-1)?.text).toContain(`Your lease on ${task} ends at`)
    expect(await kindsOf(call(builder, 'list_projects'))).toEqual([])
    await result(builder, 'claim_task', { task: taken, session: session.id, minutes: 60 })
    await ann.do('PATCH', `/api/tasks/${taken}`, { status: 'todo' })
    expect(noticesOf(await call(builder, 'get_task', { task: 'HAR-9999' }))).toMatchObject([{ kind: 'lease_overridden', task: taken }])
    await advance(5 * 60_000)
    const scout = await connect(seat('scout'))
    await result(scout, 'claim_task', { task })
    const told = noticesOf(await call(builder, 'list_projects'))
    expect(told).toMatchObject([{ kind: 'lease_expired', task, message: expect.stringMatching(/scout-\w+ has claimed it/) }])
    expect(await kindsOf(call(builder, 'list_projects'))).toEqual([])
    await Promise.all([builder.close(), scout.close()])
  })
})

test('a task that waits for nothing any more is told to whoever it is assigned to, while they work', async () => {
  const worker = await overStreamable(seat('worker'))
  await result(worker, 'create_session', { goals: ['Wait'], project: 'harbour' })
  const { items } = await ann.do('GET', '/api/agents?limit=100')
  const { slug } = items.find(({ name }: { name: string }) => name === 'worker')
  const first = await newTask('Before')
  const then = await newTask('After', { blocked_by: [first], assignee_agent: slug })
  await ann.do('POST', `/api/tasks/${first}/complete`, {})
  expect(noticesOf(await call(worker, 'list_projects'))).toMatchObject([
    { kind: 'task_unblocked', task: then, message: `${then} is no longer blocked: ${first} is closed.` },
  ])
  await worker.close()
})
