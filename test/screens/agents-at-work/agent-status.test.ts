import { expect, test } from 'vitest'
import { byNeed, agentStatus } from '../../../src/capabilities/screens/agents-at-work/agent-status.ts'

const now = new Date('2026-03-01T12:00:00Z')
const at = (minutesAgo: number) => new Date(now.getTime() - minutesAgo * 60_000).toISOString()
const calm = {
  state: 'active',
  stop_reason: null,
  stopped_at: null,
  stopped_by: null,
  paused_until: null,
  task: null,
  waits_for: null,
  session: null,
  asks: null,
  last_call: null,
  failed_in_a_row: 0,
}
const call = (minutesAgo: number) => ({ tool: 'get_task', ok: true, at: at(minutesAgo) })
const task = { key: 'BAT-1', title: 'One', project: 'platform', lease_from: null, lease_until: at(-10) }
const session = { id: 's', title: 'Goal', status: 'running', started_at: at(30), seen_at: at(1), progress: 'Writing tests\nand more' }
const gate = { feature_id: 'f', ref: 'BAT-F1', title: 'F', gate: 'ship', passed: 4, of: 5, since: at(6) }
const status = (facts: object) => agentStatus({ ...calm, ...facts }, now).status

test('an agent that was never heard of is idle', () =>
  expect(agentStatus(calm, now)).toMatchObject({ status: 'idle', reason: 'Never connected' }))

test('a budget that ran out is told from a person who stopped it', () => {
  expect(status({ state: 'stopped', stop_reason: 'over_budget' })).toBe('over_budget')
  expect(agentStatus({ ...calm, state: 'stopped', stop_reason: 'wrong task', stopped_by: 'Mira' }, now)).toMatchObject({
    status: 'stopped',
    reason: 'By Mira: wrong task',
  })
})

test('a stopped agent is stopped, whatever else is true of it', () =>
  expect(status({ state: 'stopped', stop_reason: 'x', waits_for: gate, last_call: call(0) })).toBe('stopped'))

test('it waits for a person while its feature does, until it finds something else to do', () => {
  expect(status({ waits_for: gate, last_call: call(6), task })).toBe('waiting')
  expect(status({ waits_for: gate, last_call: call(1), task })).toBe('running')
})

test('it waits for a person to answer what it asked, unless it goes on meanwhile', () => {
  const asks = { count: 1, comment_id: 'c', key: 'BAT-1', title: 'One', since: at(6) }
  expect(agentStatus({ ...calm, asks, last_call: call(6), task }, now)).toMatchObject({ status: 'waiting', reason: 'Asked in BAT-1' })
  expect(status({ asks, last_call: call(1), task })).toBe('running')
})

test('three failed calls in a row, or a lost session, is blocked', () => {
  expect(status({ failed_in_a_row: 2, last_call: { ...call(1), ok: false } })).toBe('running')
  expect(status({ failed_in_a_row: 3, last_call: { ...call(1), ok: false } })).toBe('blocked')
  expect(status({ session: { ...session, status: 'lost' }, last_call: call(40) })).toBe('blocked')
})

test('one that called within two minutes is running, and says what its last checkpoint said; then it is silent', () => {
  expect(agentStatus({ ...calm, session, last_call: call(1) }, now)).toMatchObject({ status: 'running', reason: 'Writing tests' })
  expect(status({ last_call: call(2) })).toBe('idle')
  expect(agentStatus({ ...calm, last_call: call(2), task }, now)).toMatchObject({
    status: 'idle',
    reason: 'Has a task, no recent calls',
  })
})

test('who needs a person comes first, then whoever called last', () => {
  const one = (name: string, state: 'running' | 'waiting' | 'idle', minutesAgo: number) => ({
    name,
    status: state,
    reason: '',
    since: null,
    last_call: { at: at(minutesAgo) },
  })
  const sorted = [one('a', 'idle', 1), one('b', 'running', 9), one('c', 'running', 2), one('d', 'waiting', 30)].toSorted(byNeed)
  expect(sorted.map(({ name }) => name)).toEqual(['d', 'c', 'b', 'a'])
})
