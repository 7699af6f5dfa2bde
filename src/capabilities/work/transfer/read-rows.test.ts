import { expect, test } from 'vitest'
import { timesAsCostly } from '../../../../test/harness/cpu.ts'
import { readRows } from './read-rows.ts'

const sent = (format: 'csv' | 'json', content: string) => () => {
  try {
    return readRows(format, content)
  } catch (error) {
    return (error as Error).message
  }
}

test.each([
  ['json', '{}\n'.repeat(5001)],
  ['json', 'x\n'.repeat(5001)],
  ['csv', `title\n${'a\n'.repeat(5001)}`],
] as const)('a file of %s with too many rows is refused', (format, content) => {
  expect(sent(format, content)()).toMatch('at most 5000 rows')
})

test.each([
  ['json', '{}\n'],
  ['json', 'x\n'],
  ['csv', 'a\n'],
  ['csv', ','],
] as const)('reading a file of %s stops where it is too much: %j', (format, piece) => {
  const megabyte = 1_000_000
  const head = format === 'csv' ? 'title\n' : ''
  const [much, little] = [head + piece.repeat(megabyte / piece.length), head + piece.repeat(4000)]
  expect(timesAsCostly(sent(format, much), sent(format, little))).toBeLessThan(8)
})

test('lines are numbered as in the file', () => {
  const { rows, problems } = readRows('json', '\n{"title":"One","external_id":"1"}\n\nx\n')
  expect([rows.map(({ line }) => line), problems.map(({ line }) => line)]).toEqual([[2], [4]])
})
