import { expect, test } from 'vitest'
import { digestDue, lastStruck } from '../../../src/capabilities/notices/digest/queue-digests.ts'

const at = (time: string) => new Date(`2026-06-${time}:00Z`)

test.each([
  ['10T08:30', 8, 'UTC', '10T08:00'],
  ['10T07:59', 8, 'UTC', '09T08:00'],
  ['10T08:00', 8, 'UTC', '10T08:00'],
  ['10T06:15', 8, 'Europe/Berlin', '10T06:00'],
  ['10T02:45', 8, 'Asia/Kolkata', '10T02:30'],
  ['10T02:15', 8, 'Asia/Kolkata', '09T02:30'],
  ['10T00:10', 23, 'America/New_York', '09T03:00'],
])('at %s the clock last struck %i in %s at %s', (now, hour, timezone, struck) => {
  expect(lastStruck(at(now), hour, timezone)).toEqual(at(struck))
})

test('what came after the hour waits for the next day, and an earlier digest stands for at least 20 hours', () => {
  expect(digestDue(at('10T09:00'), at('10T08:30'), 8, 'UTC')).toBeNull()
  expect(digestDue(at('10T09:00'), at('10T07:30'), 8, 'UTC')).toEqual(at('09T13:00'))
  expect(digestDue(at('11T06:00'), at('10T07:30'), 8, 'UTC')).toEqual(at('10T08:00'))
})
