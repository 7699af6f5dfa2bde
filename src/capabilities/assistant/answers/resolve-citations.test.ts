import { expect, test } from 'vitest'
import { timesAsCostly } from '../../../../test/harness/cpu.ts'
import { resolveCitations, type Passages } from './resolve-citations.ts'

const passage = (text: string): Passages[number] => ({
  ...{ number: 1, kind: 'file', id: null, ref: null, title: 'a.ts', project: null, text, path: 'a.ts', commit: null },
  ...{ start_line: 10, end_line: 20 },
})
const passagesOf = (text: string): Passages => [passage(text)]

test.each([
  ['two  words', 10, 10],
  ['one two words', 10, 10],
  ['words three', 10, 12],
  ['four', 13, 13],
])('a quotation narrows down the lines: %s', (quote, start_line, end_line) => {
  const { text, citations } = resolveCitations(`So [1 "${quote}"] .`, passagesOf('one two  words\n\n\tthree\nfour'))
  expect(text).toBe('So [1].')
  expect(citations).toMatchObject([{ start_line, end_line }])
})

test('a quotation that is not there is dropped', () => {
  expect(resolveCitations('So [1 "three two"].', passagesOf('one two\nthree'))).toMatchObject({
    text: 'So.',
    citations: [],
    dropped: [{ reason: 'not_in_passage' }],
  })
})

test.each([
  ['a citation with spaces', `[1${' '.repeat(40_000)}`],
  ['brackets', '['.repeat(40_000)],
  ['spaces', `${' '.repeat(40_000)}x`],
  ['backticks', '`'.repeat(40_000)],
  ['numbers', `[1${',1'.repeat(20_000)}`],
  ['almost a quotation', '[1 "x a b x a b x a c"]'.repeat(1800)],
])('%s are resolved about as quickly as words', (_, hostile) => {
  const passages = passagesOf('x a b '.repeat(1300))
  const plain = 'word '.repeat(8000)
  expect(
    timesAsCostly(
      () => resolveCitations(hostile, passages),
      () => resolveCitations(plain, passages),
    ),
  ).toBeLessThan(10)
})
