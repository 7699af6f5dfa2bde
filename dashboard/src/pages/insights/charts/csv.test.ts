import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'
import { ticksTo } from './scale.ts'

test('a cell is quoted where it must be, and none is run as a formula', () => {
  const rows = [
    ['=1+1', 2, null],
    ['a "b", c', 'plain', -3],
  ]
  expect(toCsv({ columns: ['x', 'y', 'z'], rows })).toBe('x,y,z\r\n\'=1+1,2,\r\n"a ""b"", c",plain,-3')
})

test('the steps of an axis are round and reach the highest value', () => {
  expect(ticksTo(164)).toEqual([0, 50, 100, 150, 200])
  expect(ticksTo(3)).toEqual([0, 1, 2, 3])
  expect(ticksTo(0).at(-1)).toBeGreaterThan(0)
})
