import { expect, test } from 'vitest'
import { byGroup, inPlaces } from './steady-order.ts'

type Agent = Parameters<typeof byGroup>[0]
const agent = (name: string, status: Agent['status'], at = 0): Agent =>
  ({ id: name, name, status, last_call: { tool: 'list_tasks', at: new Date(at).toISOString() } }) as unknown as Agent
const names = (agents: readonly Agent[]) => agents.map(({ name }) => name).join(' ')

test('another call moves no row; another status does', () => {
  expect(names([agent('nova', 'running', 1), agent('atlas', 'running', 2)].toSorted(byGroup))).toBe('atlas nova')
  expect(names([agent('nova', 'running', 3), agent('atlas', 'running', 2)].toSorted(byGroup))).toBe('atlas nova')
  expect(names([agent('nova', 'blocked', 3), agent('atlas', 'running', 4)].toSorted(byGroup))).toBe('nova atlas')
})

test('under the pointer not even another status does, and whoever is new comes last', () => {
  const now = [agent('nova', 'blocked'), agent('atlas', 'stopped'), agent('echo', 'waiting')]
  expect(names(inPlaces(now, ['atlas', 'nova']))).toBe('atlas nova echo')
})
