import { expect, test } from 'vitest'
import { compareEntries } from '../../../src/capabilities/memory/reviews/compare-entries.ts'

const cases: [string, string, number, ReturnType<typeof compareEntries>][] = [
  ['The limit is 100 a minute', 'The limit is 500 a minute', 0.95, 'contradiction'],
  ['We deploy on Fridays', 'We do not deploy on Fridays', 0.93, 'contradiction'],
  ['The cache is enabled for guests', 'The cache is disabled for guests', 0.94, 'contradiction'],
  ['A change needs one reviewer here', 'A change needs 2 reviewers here', 0.9, 'contradiction'],
  ['Wir haben zwei Server in Graz', 'Wir haben drei Server in Graz', 0.9, 'contradiction'],
  ['A change needs two reviewers', 'A change needs 2 reviewers', 0.97, 'duplicate'],
  ['The office is in Graz', 'Our office is in Graz', 0.96, 'duplicate'],
  ['Jane likes tea', 'Jane likes tea a lot', 0.9, 'duplicate'],
  ['The limit is 100 a minute', 'The limit is 500 a minute', 0.5, null],
  ['The backup runs at night', 'Backups are kept for a year', 0.82, null],
]

test.each(cases)('%s / %s', (one, other, cosine, kind) => {
  expect(compareEntries(one, other, cosine)).toBe(kind)
  expect(compareEntries(other, one, cosine)).toBe(kind)
})
