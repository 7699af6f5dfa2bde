import { expect, test } from 'vitest'
import { isId, newId } from './ids.ts'

test('ids are in the order they were made, within a millisecond too, and none is twice', () => {
  const ids = Array.from({ length: 100_000 }, newId)
  expect(ids.every(isId)).toBe(true)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/.test(id))).toBe(true)
})

test('an id tells when it was made', () => {
  const before = Date.now()
  const id = newId()
  const time = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  expect(time).toBeGreaterThanOrEqual(before - 1)
  // A hundred thousand ids at once borrow from future milliseconds.
  expect(time).toBeLessThan(Date.now() + 1000)
})
