import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { startNode } from '../../src/main/node.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { LiveClient } from './live-client.ts'
import { addSlowNode } from './slow-node.ts'
import { withoutIntervals } from '../harness/clock.ts'

let baton: Baton
let ann: Person
let other: string

beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  await ann.do('POST', '/api/projects', { name: 'App', slug: 'app', key: 'APP' })
  other = (await baton.addNode()).address
})
afterAll(() => baton.close())

const createTask = (project: string, title: string) => ann.do('POST', '/api/tasks', { project, title })

test('a write reaches a socket on another node by a hint, without that node looking', async () => {
  const live = await LiveClient.connect(ann, (await withoutIntervals(() => baton.addNode())).address)
  const { at } = await live.subscribe({ id: 'org', to: 'organization' })
  const task = await createTask('web', 'Far away')
  const frame = await live.until((one) => one.event?.subject_id === task.id)
  expect(frame).toMatchObject({ id: 'org', after: at, event: { type: 'task.created', seq: frame.seq } })
  await live.close()
})

test('a project subscription gets that project alone, and its cursor moves past the rest', async () => {
  const live = await LiveClient.connect(ann)
  await live.subscribe({ id: 'app', to: 'project', project: 'app' })
  await createTask('web', 'Elsewhere')
  await createTask('app', 'Here')
  await createTask('web', 'Elsewhere again')
  const { seq: head } = (await baton.look<{ seq: string }>('select seq from log_heads where org_id = $1', [ann.organization]))[0] ?? {}
  await live.until((frame) => frame.id === 'app' && frame.at === Number(head))
  const [web] = await baton.look<{ id: string }>("select id from projects where slug = 'web'")
  expect(live.events('app')).toHaveLength(1)
  expect(live.events('app').map((event) => event.project_id)).not.toContain(web?.id)
  await live.close()
})

test('what happens to a user alone reaches that user alone', async () => {
  const bob = await baton.person('bob')
  const [mine, theirs] = await Promise.all([LiveClient.connect(ann), LiveClient.connect(bob)])
  await Promise.all([mine, theirs].map((live) => live.subscribe({ id: 'me', to: 'user' })))
  await bob.do('POST', '/api/auth/login', { email: bob.user.email, password: bob.password })
  await theirs.until((frame) => frame.event?.type === 'session.started')
  await mine.settle()
  expect(mine.events('me')).toEqual([])
  await Promise.all([mine.close(), theirs.close()])
})

test('eight writers and a reader that keeps reconnecting: nothing is missed, nothing comes twice', async () => {
  const perWriter = 40
  const slow = await addSlowNode(baton)
  const standing = await Promise.all([baton.url, slow].map((url) => LiveClient.connect(ann, url)))
  for (const live of standing) await live.subscribe({ id: 'org', to: 'organization' })
  const first = await LiveClient.connect(ann, other)
  const { at: start = 0 } = await first.subscribe({ id: 'org', to: 'organization' })
  await first.close()
  let writing = true
  const writers = Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      for (let n = 0; n < perWriter; n++) await createTask('web', `Task ${writer}-${n}`)
    }),
  ).then(() => void (writing = false))
  const seen: number[] = []
  let cursor = start
  let reconnects = 0
  for (let last = false; !last; reconnects++) {
    last = !writing
    const live = await LiveClient.connect(ann, reconnects % 2 ? baton.url : slow)
    await live.subscribe({ id: 'org', to: 'organization', after: cursor })
    const [head] = await baton.look<{ seq: string }>('select seq from log_heads where org_id = $1', [ann.organization])
    await live.until((frame) => (frame.seq ?? frame.at ?? 0) >= Number(head?.seq))
    live.socket.terminate()
    await live.closed
    for (const frame of live.frames.filter((one) => one.id === 'org')) {
      if (frame.event) seen.push(frame.event.seq)
      if (frame.event && frame.after !== cursor) throw new Error(`a frame after ${frame.after} came at ${cursor}`)
      cursor = frame.seq ?? frame.at ?? cursor
    }
  }
  await writers
  expect(reconnects).toBeGreaterThan(2)
  const all = Array.from({ length: 8 * perWriter }, (_, place) => start + 1 + place)
  expect(seen).toEqual(all)
  for (const live of standing) {
    await live.until((frame) => frame.seq === all.at(-1))
    expect(live.events('org').map((event) => event.seq)).toEqual(all)
    await live.close()
  }
})

test('a cursor older than the log is told to resync, and so is one never given out', async () => {
  const [head] = await baton.look<{ seq: string }>('select seq from log_heads where org_id = $1', [ann.organization])
  await baton.look('delete from events where org_id = $1 and seq <= 3', [ann.organization])
  await baton.look('update log_heads set first_seq = 4 where org_id = $1', [ann.organization])
  const live = await LiveClient.connect(ann)
  for (const [id, after] of [
    ['old', 1],
    ['future', 1_000_000],
  ] as const) {
    await live.subscribe({ id, to: 'organization', after })
    expect(await live.until((frame) => frame.id === id)).toEqual({ id, resync: 'cursor_lost', at: Number(head?.seq) })
  }
  await createTask('web', 'After the resync')
  for (const id of ['old', 'future'])
    expect(await live.until((frame) => frame.id === id && !!frame.event)).toMatchObject({ after: Number(head?.seq) })
  await live.close()
})

test('a lost hint costs seconds, not an event', async () => {
  const silent = await baton.addNode()
  silent.assembly.kernel.hint = () => {}
  const live = await LiveClient.connect(ann)
  await live.subscribe({ id: 'org', to: 'organization' })
  const { status } = await fetch(`${silent.address}/api/tasks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ann.token}`, 'baton-organization': ann.organization ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ project: 'web', title: 'Without a hint' }),
  })
  expect(status).toBe(201)
  await live.until((frame) => frame.event?.type === 'task.created')
  await live.close()
})

test('a node that stops says so, and its clients resume elsewhere', async () => {
  const leaving = await startNode(baton.config, operations, baton.clock)
  const live = await LiveClient.connect(ann, leaving.address)
  const { at = 0 } = await live.subscribe({ id: 'org', to: 'organization' })
  await leaving.close()
  expect((await live.closed).code).toBe(1012)
  const task = await createTask('web', 'Meanwhile')
  const again = await LiveClient.connect(ann, other)
  await again.subscribe({ id: 'org', to: 'organization', after: at })
  expect(await again.until((frame) => !!frame.event)).toMatchObject({ after: at, event: { subject_id: task.id } })
  await again.close()
})
