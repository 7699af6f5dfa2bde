import type { Output } from '@baton/client'
import { expect, test } from 'vitest'
import { asOf } from '../../data/live/as-of.ts'
import { statusOf, type AtWork } from './at-work.ts'

type Read = Output<'listAgentsAtWork'>
const began = Date.parse('2026-05-04T10:00:30.000Z')
const minutes = (count: number) => began + count * 60_000
const called = { tool: 'list_tasks', ok: true, at: new Date(began).toISOString() }
const agent = (fields: Partial<AtWork>) => ({ since: called.at, last_call: called, task: null, reason: '', ...fields }) as AtWork
const read = (...items: AtWork[]): Read => ({ items, calls: [0, 2, 5], at: called.at })
const standing = (one: AtWork, now: number) => asOf(read(one), now).items.map(({ status, reason }) => `${status}: ${reason}`)[0]

test('an agent that falls silent is no longer running after two minutes, though nothing is read', () => {
  const running = agent({ status: 'running', reason: 'Reading the differ' })
  expect(standing(running, minutes(1.9))).toBe('running: Reading the differ')
  expect(standing(running, minutes(2))).toBe('idle: No task')
  const task = { key: 'WEB-1' } as AtWork['task']
  expect(standing({ ...running, task }, minutes(2))).toBe('idle: Has a task, no recent calls')
  expect(statusOf({ status: 'idle', task })).toEqual({ status: 'idle', word: 'Silent' })
})

test('failures are forgotten after an hour; a lost session, a gate and a stop are not', () => {
  const blocked = agent({ status: 'blocked', reason: 'get_task: 3 calls failed in a row' })
  expect(standing(blocked, minutes(59))).toBe('blocked: get_task: 3 calls failed in a row')
  expect(standing(blocked, minutes(60))).toBe('idle: No task')
  for (const status of ['blocked', 'waiting', 'stopped'] as const)
    expect(standing(agent({ status, since: '2026-05-04T09:00:00.000Z' }), minutes(600))).toBe(`${status}: `)
})

test('the calls of each minute move on with the clock', () => {
  expect(asOf(read(), minutes(0)).calls).toEqual([0, 2, 5])
  expect(asOf(read(), minutes(1)).calls).toEqual([2, 5, 0])
  expect(asOf(read(), minutes(90)).calls).toEqual([0, 0, 0])
  // A clock that is behind the server's makes no difference.
  expect(asOf(read(), minutes(-5)).calls).toEqual([0, 2, 5])
})
