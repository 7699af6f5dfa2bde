import { expect, test } from 'vitest'
import type { Rank } from '../../../src/capabilities/features/workflows/gate.ts'
import { checkResult } from '../../../src/capabilities/features/evidence/check-result.ts'

const after = (...results: string[]) =>
  checkResult(
    results.map((result) => {
      const [outcome, rank] = result.split(' ') as ['pass' | 'fail', Rank]
      return { outcome, rank }
    }),
  )

test('the best pass counts', () => {
  expect(after()).toEqual({ best: null, failing: false })
  expect(after('pass reported', 'pass claimed')).toEqual({ best: 'reported', failing: false })
})

test('a failure withdraws every pass before it, whatever its rank', () => {
  expect(after('pass ci', 'fail claimed')).toEqual({ best: null, failing: true })
  expect(after('pass ci', 'fail claimed', 'pass reported')).toEqual({ best: 'reported', failing: false })
})

test('only a pass of at least its rank answers a failure', () => {
  expect(after('fail ci', 'pass observed')).toEqual({ best: null, failing: true })
  expect(after('fail ci', 'fail claimed', 'pass claimed')).toEqual({ best: null, failing: true })
  expect(after('fail ci', 'pass reported', 'pass ci')).toEqual({ best: 'ci', failing: false })
})
