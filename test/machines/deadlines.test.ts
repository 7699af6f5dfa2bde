import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Machine, type Note } from '../../machine/src/machine.ts'
import { operations, type InputOf, type OperationName } from '../../src/capabilities/operations.ts'
import { system } from '../../src/kernel/context.ts'
import { execute } from '../../src/kernel/execute.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { addPasskey, originOf } from '../identity/passkeys/passkey-owner.ts'
import type { Person } from '../harness/person.ts'
import { TestMachine } from './machines.ts'
import { waitFor } from '../harness/wait.ts'

let baton: Baton
let ann: Person
beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person()
})
afterAll(() => baton.close())

const asWorker = <Name extends OperationName>(name: Name, input: InputOf<Name>): Promise<any> =>
  execute(baton.node.assembly.kernel, operations.get(name), system(ann.user.personal_organization_id), input, { door: 'worker' })

/** A machine that the database says is online, without a process behind it. */
async function pretend(): Promise<TestMachine> {
  const machine = await TestMachine.pair(ann)
  const action = { name: 'note', description: '', risk: 'write', schema: {} }
  await baton.look(`update tunnels set fence = 1, node_id = gen_random_uuid(), last_seen_at = now(), actions = $2 where id = $1`, [
    machine.id,
    JSON.stringify([action, { ...action, name: 'wipe', risk: 'danger' }]),
  ])
  return machine
}

test('what is not decided or not sent in time has failed, and what was sent is unknown until its result comes, once', async () => {
  const machine = await pretend()
  const waiting = await machine.ask('wipe')
  const sent = await machine.ask('note')
  const { frames } = await asWorker('takeTunnelActions', { tunnel_id: machine.id, fence: 1, again: false })
  expect(frames).toHaveLength(1)
  expect(await machine.action(sent.id)).toMatchObject({ state: 'sent' })
  for (const { id } of [waiting, sent]) await asWorker('expireTunnelAction', { action_id: id })
  expect(await machine.action(waiting.id)).toMatchObject({ state: 'failed', error: 'Its time was over before it was sent.' })
  expect(await machine.action(sent.id)).toMatchObject({ state: 'unknown' })
  const result = { tunnel_id: machine.id, action_id: sent.id, outcome: 'done' as const, exit_code: 0, output: 'late', error: null }
  expect(await asWorker('recordTunnelAction', result)).toEqual({ recorded: true })
  expect(await asWorker('recordTunnelAction', { ...result, outcome: 'failed' })).toEqual({ recorded: false })
  expect(await machine.action(sent.id)).toMatchObject({ state: 'done', output: 'late' })
  await machine.close()
})

test('a machine whose node ended without a word is offline after 45 seconds, and that is told', async () => {
  const machine = await pretend()
  const held = { tunnel_id: machine.id, fence: 1 }
  expect((await ann.api.getTunnelStatus({ tunnel: machine.id })).status).toBe('online')
  expect(await asWorker('expireTunnel', held)).toEqual({ expired: false })
  await baton.look(`update tunnels set last_seen_at = now() - interval '46 seconds' where id = $1`, [machine.id])
  expect((await ann.api.getTunnelStatus({ tunnel: machine.id })).status).toBe('offline')
  expect(await asWorker('expireTunnel', held)).toEqual({ expired: true })
  const [last] = await baton.look<{ type: string }>('select type from events where subject_id = $1 order by seq desc limit 1', [machine.id])
  expect(last?.type).toBe('tunnel.disconnected')
  await machine.close()
})

test('who no longer holds a machine sends nothing to it', async () => {
  const machine = await pretend()
  await machine.ask('note')
  await expect(asWorker('takeTunnelActions', { tunnel_id: machine.id, fence: 7, again: true })).rejects.toThrow('taken over')
  expect(await asWorker('touchTunnel', { tunnel_id: machine.id, fence: 7 })).toEqual({ held: false })
  await machine.close()
})

test('a machine is cut off for good when its owner leaves the organization', async () => {
  const crew = await (await baton.person()).createOrganization('leavers')
  const bob = await baton.person()
  await crew.do('POST', '/api/organization/members', { user: bob.user.handle })
  const machine = await (await TestMachine.pair(bob.in(crew.organization ?? ''))).start().online()
  await crew.do('DELETE', `/api/organization/members/${bob.user.handle}`)
  await waitFor('the machine to give up', () => machine.said.includes('not paired here'))
  await crew.do('POST', '/api/organization/members', { user: bob.user.handle })
  expect((await crew.call('GET', `/api/tunnels/${machine.id}`)).status).toBe(404)
  await machine.close()
})

test('a clock that changes while the machine is connected, and a passkey that is confirmed there, are told with the next heartbeat', async () => {
  const { home, id, ...rest } = await TestMachine.pair(ann)
  const notes: Note[] = []
  let skew = 0
  const machine = new Machine({ home, tell: (note) => void notes.push(note), now: () => new Date(Date.now() + skew) })
  const running = machine.run()
  await waitFor('the machine to be connected', () => notes.some(({ what }) => what === 'connected'))
  const { id: passkey } = await addPasskey(ann, originOf(baton.config.APP_URL))
  const { fingerprint } = await ann.api.offerTunnelSigner({ tunnel: id, passkey })
  await waitFor('the passkey to be offered', () => home.trust(fingerprint))
  skew = -600_000
  const isTold = () => notes.some((note) => note.what === 'clock' && Math.abs(note.seconds - 600) < 30)
  await waitFor('the clock to be noticed', isTold)
  const isConfirmed = async () => (await ann.api.listTunnelSigners({ tunnel: id })).items[0]?.confirmed_at !== null
  await waitFor('the passkey to count', isConfirmed)
  machine.stop()
  await running
  rmSync(rest.folder, { recursive: true, force: true })
})
