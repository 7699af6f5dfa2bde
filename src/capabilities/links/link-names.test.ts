import { expect, test } from 'vitest'
import { timesAsCostly } from '../../../test/harness/cpu.ts'
import { linkNames } from './link-names.ts'

test('links are looked for about as quickly after a fence that another kind of line break ends', () => {
  const length = 60_000
  const [hostile, plain] = [`${'`'.repeat(length)}\u2028x`, 'word '.repeat(length / 5)]
  expect(
    timesAsCostly(
      () => linkNames(hostile),
      () => linkNames(plain),
    ),
  ).toBeLessThan(10)
})
