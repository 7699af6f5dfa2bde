import { expect, test } from 'vitest'
import { momentOf } from './moments.ts'

test.each([
  ['2026-11-19 14:04:04', '2026-11-19T14:04:04.000Z'],
  ['2026-11-19 14:04:04.9', '2026-11-19T14:04:04.900Z'],
  ['2026-11-19 14:04:04.096', '2026-11-19T14:04:04.096Z'],
  ['2026-11-19T14:04:04.123456', '2026-11-19T14:04:04.123456Z'],
])('%s becomes %s', (text, moment) => {
  expect(momentOf(text)).toBe(moment)
})
