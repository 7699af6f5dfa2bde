import { expect, test } from 'vitest'
import { closest } from './closest.ts'

test.each([
  ['titel', ['title', 'status', 'labels'], 'title'],
  ['statuss', ['title', 'status'], 'status'],
  ['harbor-invoicing', ['harbour-invoicing', 'website'], 'harbour-invoicing'],
  ['ID', ['id', 'task'], 'id'],
  ['colour', ['title', 'status'], undefined],
  ['x', [], undefined],
])('%s among %j means %s', (given, names, meant) => {
  expect(closest(given, names)).toBe(meant)
})
