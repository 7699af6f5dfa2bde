import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Parcel } from '../../../src/doors/mcp/caller.ts'
import { Forwarding } from '../../../src/doors/shared/forwarding.ts'
import { SignedMessages } from '../../../src/doors/shared/signed-messages.ts'
import { nobody } from '../../../src/kernel/context.ts'
import { newId } from '../../../src/platform/ids.ts'
import { startBaton, type Baton } from '../../harness/baton.ts'

let baton: Baton

beforeAll(async () => {
  baton = await startBaton()
})
afterAll(() => baton.close())

const secret = 's'.repeat(32)
const parcel: Parcel = {
  session: 'one',
  caller: { principal: nobody, address: '::1', client: undefined },
  message: { jsonrpc: '2.0', method: 'x' },
}
const hints = () => baton.node.assembly.hints

test('a parcel reaches the node it is for, and the answer comes back', async () => {
  const seals = new SignedMessages([secret], Date.now)
  const [here, there] = [newId(), newId()]
  const received: Parcel[] = []
  const forwarding = new Forwarding<Parcel>(here, hints(), seals)
  await forwarding.listen(() => 'unknown')
  await new Forwarding<Parcel>(there, hints(), seals).listen((one) => (received.push(one), 'busy'))
  expect(await forwarding.forward(there, parcel)).toBe('busy')
  expect(received).toEqual([parcel])
})

test('a node that has gone has no sessions, which is known at once', async () => {
  const forwarding = new Forwarding<Parcel>(newId(), hints(), new SignedMessages([secret], Date.now))
  expect(await forwarding.forward(newId(), parcel)).toBe('unknown')
})

test('whoever can write to Redis, and has no secret, says nothing that is heard', async () => {
  const node = newId()
  const received: Parcel[] = []
  await new Forwarding<Parcel>(node, hints(), new SignedMessages([secret], Date.now)).listen((one) => (received.push(one), 'accepted'))
  const letter = { id: newId(), from: node, parcel }
  const forged = [
    JSON.stringify(letter),
    '',
    new SignedMessages(['t'.repeat(32)], Date.now).seal(node, letter),
    new SignedMessages([secret], Date.now).seal(newId(), letter),
    new SignedMessages([secret], () => Date.now() - 60_000).seal(node, letter),
  ]
  for (const sealed of forged) await hints().deliver(`mcp:${node}`, sealed)
  // Redis preserves order, so once this last message has arrived, all earlier ones have been handled.
  await hints().deliver(
    `mcp:${node}`,
    new SignedMessages([secret], Date.now).seal(node, { ...letter, parcel: { ...parcel, session: 'genuine' } }),
  )
  await expect.poll(() => received.map((one) => one.session)).toEqual(['genuine'])
})

test('a secret that is rotated out still verifies', () => {
  const sealed = new SignedMessages(['o'.repeat(32)], Date.now).seal('node', 'word')
  expect(new SignedMessages(['n'.repeat(32), 'o'.repeat(32)], Date.now).open('node', sealed)).toBe('word')
})
