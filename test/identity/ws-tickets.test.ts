import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { refusal } from '../websocket/live-client.ts'

let baton: Baton
let ann: Person

beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
})
afterAll(() => baton.close())

const ticketOf = async (person: Person): Promise<string> => (await person.do('POST', '/api/auth/ws-ticket')).ticket
const open = (ticket: string) => new WebSocket(`${baton.url.replace('http', 'ws')}/api/ws?token=${ticket}&organization=${ann.organization}`)

test('a ticket opens one connection', async () => {
  const ticket = await ticketOf(ann)
  expect(ticket).toMatch(/^wst_[\w-]{43}$/)
  const socket = open(ticket)
  await once(socket, 'open')
  socket.close()
  expect((await refusal(baton.url, { token: ticket })).status).toBe(401)
})

test('of fifty connections with one ticket at the same time one alone is let in', async () => {
  const ticket = await ticketOf(ann)
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const socket = open(ticket)
      const opened = await once(socket, 'open').then(
        () => true,
        () => false,
      )
      socket.terminate()
      return opened
    }),
  )
  expect(outcomes.filter(Boolean)).toHaveLength(1)
})

test('a ticket is stored as a digest, lives thirty seconds, and ends with its session', async () => {
  const bob = await baton.person('bob')
  const ticket = await ticketOf(bob)
  const [row] = await baton.look<{ row: string }>('select t::text as row from auth.ws_tickets t where user_id = $1', [bob.user.id])
  expect(row?.row).not.toContain(ticket.slice(4))
  await bob.do('POST', '/api/auth/logout')
  expect((await refusal(baton.url, { token: ticket })).status).toBe(401)
  const late = await ticketOf(ann)
  baton.clock.advance(31_000)
  expect((await refusal(baton.url, { token: late })).status).toBe(401)
})

test('a ticket is no credential of the web API', async () => {
  const ticket = await ticketOf(ann)
  expect((await ann.call('GET', '/api/projects', undefined, { authorization: `Bearer ${ticket}` })).status).toBe(401)
})
