import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSigned } from '../../../src/platform/tunnel-protocol.ts'
import { withKey } from '../../features/acme.ts'
import { Receipts, output } from './gates.ts'
import { manipulated } from './manipulated.ts'
import { receiptBody } from './receipt-body.ts'

let receipts: Receipts
beforeAll(async () => void (receipts = await Receipts.start()))
afterAll(() => receipts.close())

test('there are at least thirty manipulations', () => {
  expect(Object.keys(manipulated).length).toBeGreaterThanOrEqual(30)
})

test.each(Object.entries(manipulated))('%s: the gate stays closed', async (_, manipulate) => {
  const { feature, body } = await receipts.honest()
  const made = await manipulate(receipts, body)
  const [handed, person] = 'handed' in made ? [made.handed, receipts.acme.bob] : [made, receipts.ann]
  const answer = await receipts.hand(handed, person)
  // It is either refused, or stored with a lower rank and the reasons; a reported failure is true and is stored as one.
  if (answer.status < 300 && JSON.parse(handed.body).exit_code === 0) {
    expect(answer.body.rank).toBe('reported')
    expect(answer.body.reasons.length).toBeGreaterThan(0)
  } else if (answer.status >= 300) {
    expect(answer.status).toBeLessThan(500)
    expect(answer.body.detail).toMatch(/\.$/)
  }
  expect(await receipts.passes(feature)).toBe(false)
})

test.each(Array.from({ length: 10 }, (_, at) => at + 1))('an honest receipt opens its gate (%i of 10)', async () => {
  const { feature, body } = await receipts.honest()
  expect(await receipts.passes(feature)).toBe(false)
  const { status, body: stored } = await receipts.hand(receipts.sign(body))
  expect([status, stored.rank, stored.reasons]).toEqual([201, 'observed', []])
  const { items } = await receipts.ann.api.listEvidence({ feature })
  expect(items).toMatchObject([
    { id: stored.evidence_id, check: 'tests', outcome: 'pass', rank: 'observed', commit: body.commit, exit_code: 0, log: output },
  ])
  expect(items[0]?.note).toContain(stored.id)
  expect(await receipts.passes(feature)).toBe(true)
})

test('a receipt is read back whole, and verifies with nothing but itself', async () => {
  const { feature, body } = await receipts.honest()
  const handed = receipts.sign(body)
  const { id } = (await receipts.hand(handed)).body
  const read = await receipts.acme.bob.api.getReceipt({ receipt: id })
  expect(read).toMatchObject({ body: handed.body, signature: handed.signature, rank: 'observed', tunnel_id: receipts.machine.id })
  expect(isSigned(Buffer.from(read.public_key, 'base64url'), 'receipt', read.body, read.signature)).toBe(true)
  const again = await receipts.hand(handed)
  expect([again.status, again.body.code]).toEqual([409, 'conflict'])
  const events = await receipts.acme.baton.look<{ data: any }>(
    "select data from events where type = 'receipt.submitted' and subject_id = $1",
    [id],
  )
  expect(events).toMatchObject([{ data: { receipt: { rank: 'observed', exit_code: 0 } } }])
  // A new commit voids the evidence for the old one.
  await receipts.ann.api.reportCommit({ feature, commit: 'f'.repeat(40) })
  expect(await receipts.passes(feature)).toBe(false)
})

test('two receipts with one nonce at once: one is taken', async () => {
  const { body } = await receipts.honest()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      receipts.hand(receipts.sign({ ...body, ended_at: new Date(Date.parse(body.started_at) + at).toISOString() })),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, ...Array(7).fill(409)])
})

test('a task and nothing at all: kept as reported, visible to those who see the task, or to its owner alone', async () => {
  const { ann, machine } = receipts
  const { bob } = receipts.acme
  const task = await ann.api.createTask({ project: 'web', title: 'Build the door' })
  const about = receipts.sign(receiptBody({ machine: machine.id, nonce: await receipts.nonce(), task: task.key }))
  const { status, body: stored } = await receipts.hand({ tunnel: about.tunnel, body: about.body, signature: about.signature })
  expect([status, stored.rank, stored.reasons]).toEqual([201, 'reported', ['no gate pins a command for this check']])
  expect((await ann.api.listTaskChecks({ task: task.key })).items).toMatchObject([{ check: 'npm-test', rank: 'reported', outcome: 'pass' }])
  expect((await bob.api.getReceipt({ receipt: stored.id })).task_id).toBe(task.id)
  const alone = receipts.sign(receiptBody({ machine: machine.id, nonce: await receipts.nonce() }))
  const own = await receipts.hand({ tunnel: alone.tunnel, body: alone.body, signature: alone.signature })
  expect(own.body).toMatchObject({ rank: 'reported', evidence_id: null })
  expect((await bob.call('GET', `/api/receipts/${own.body.id}`)).status).toBe(404)
})

test('a key that may use machines and not write features adds no evidence', async () => {
  const { feature, body } = await receipts.honest()
  const key = await withKey(receipts.ann, ['tunnel:write'])
  expect((await receipts.hand(receipts.sign(body), key)).body).toMatchObject({ status: 403, scope: 'feature:write' })
  expect(await receipts.passes(feature)).toBe(false)
})
