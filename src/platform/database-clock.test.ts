import { afterEach, expect, test, vi } from 'vitest'
import { followDatabaseClock } from './database-clock.ts'

const hour = 3_600_000
const began = Date.parse('2026-01-01T00:00:00Z')

afterEach(() => void vi.useRealTimers())

/** A machine whose clock is off by `skew`, and a PostgreSQL that is right. */
function machineOff(skew: number) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  vi.setSystemTime(began)
  const right = () => Date.now()
  const said: [boolean, number][] = []
  const state = { skew, delay: 0, asked: 0, isAway: false }
  const deps = {
    machine: { now: () => new Date(right() + state.skew) },
    async ask() {
      state.asked++
      if (state.isAway) throw new Error('away')
      vi.advanceTimersByTime(state.delay)
      return right()
    },
    onSkew: (isOff: boolean, ahead: number) => void said.push([isOff, Math.round(ahead)]),
  }
  return { deps, said, state, right }
}

test('the time is PostgreSQL’s on a machine two hours ahead, which says so once and once more when it is right again', async () => {
  const { deps, said, state, right } = machineOff(2 * hour)
  const clock = await followDatabaseClock(deps)
  expect(clock.now().getTime()).toBe(right())
  expect(clock.ahead()).toBe(7200)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(clock.now().getTime()).toBe(right())
  expect(said).toEqual([[true, 7200]])
  state.skew = 0
  expect(clock.ahead()).toBe(0)
  expect(clock.now().getTime()).toBe(right())
  await vi.advanceTimersByTimeAsync(0)
  expect(said).toEqual([
    [true, 7200],
    [false, 0],
  ])
  clock.close()
})

test('a machine’s clock that jumps moves no time, and PostgreSQL is asked at once', async () => {
  const { deps, said, state, right } = machineOff(100)
  const clock = await followDatabaseClock(deps)
  expect([clock.now().getTime(), state.asked]).toEqual([right(), 1])
  state.skew = -hour
  expect([clock.now().getTime(), state.asked]).toEqual([right(), 2])
  await vi.advanceTimersByTimeAsync(0)
  expect(said).toEqual([[true, -3600]])
  clock.now()
  expect(state.asked).toBe(2)
  clock.close()
})

test('a slow answer corrects only what it shows to be wrong, and the next one is asked for soon', async () => {
  const { deps, state, right } = machineOff(2 * hour)
  const clock = await followDatabaseClock(deps)
  state.delay = 4_000
  await vi.advanceTimersByTimeAsync(30_000)
  expect(clock.now().getTime()).toBe(right())
  expect(state.asked).toBe(2)
  state.delay = 0
  await vi.advanceTimersByTimeAsync(1_000)
  expect(state.asked).toBe(3)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(state.asked).toBe(3)
  clock.close()
})

test('until PostgreSQL has answered nothing is known; then the clock is right', async () => {
  const { deps, state, right } = machineOff(2 * hour)
  state.isAway = true
  const known = vi.fn<() => void>()
  const clock = await followDatabaseClock({ ...deps, onKnown: known })
  expect(clock.ahead()).toBeNull()
  expect(known).not.toHaveBeenCalled()
  state.isAway = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(clock.now().getTime()).toBe(right())
  expect(known).toHaveBeenCalledOnce()
  clock.close()
})
