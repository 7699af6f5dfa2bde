import { expect, test, vi } from 'vitest'
import { trustIn } from './trust-hints.ts'

test('Redis that was away, or lost a hint, is trusted again after a while', () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const hints = { ready: true, lostAt: -Infinity }
  const trusted = trustIn(hints)
  expect(trusted()).toBe(true)
  hints.ready = false
  expect(trusted()).toBe(false)
  hints.ready = true
  now = 14_999
  expect(trusted()).toBe(false)
  now = 15_000
  expect(trusted()).toBe(true)
  hints.lostAt = 20_000
  now = 21_000
  expect(trusted()).toBe(false)
  now = 35_000
  expect(trusted()).toBe(true)
  vi.restoreAllMocks()
})
