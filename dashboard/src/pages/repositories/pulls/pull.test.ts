import { expect, test } from 'vitest'
import { featureOf, gateWords, groupsOf, weakestProof, type Pull } from './pull.ts'

const feature = (id: string, more: object = {}) =>
  ({ id, status: 'active', gate: 'build', passed: 1, of: 5, missing_count: 2, proof: 'observed', ...more }) as Pull['features'][number]
const pull = (number: number, more: Partial<Pull> = {}) =>
  ({
    number,
    state: 'open',
    draft: false,
    review: null,
    checks: { passed: 3, failed: 0, running: 0 },
    gates_check: null,
    features: [],
    ...more,
  }) as unknown as Pull

test('what waits for me comes first, then what can be merged, then the rest', () => {
  const pulls = [
    pull(1),
    pull(2, { gates_check: 'open', features: [feature('b')] }),
    pull(3, { features: [feature('a')], gates_check: 'open' }),
    pull(4, { gates_check: 'open', checks: { passed: 1, failed: 1, running: 0 } }),
    pull(5, { gates_check: 'open', review: 'changes_requested' }),
    pull(6, { gates_check: 'open', draft: true }),
  ]
  const groups = groupsOf(pulls, new Set(['a']))
  expect(groups.map(({ title, pulls: some }) => [title, some.map(({ number }) => number)])).toEqual([
    ['Needs you', [3]],
    ['Ready to merge', [2]],
    ['In progress', [1, 4, 5, 6]],
  ])
})

test('the feature that has come least far is shown, with the weakest proof of all', () => {
  const one = pull(1, { features: [feature('far', { passed: 4, proof: 'ci' }), feature('near', { proof: 'claimed' })] })
  expect(featureOf(one, new Set())?.id).toBe('near')
  expect(featureOf(one, new Set(['far']))?.id).toBe('far')
  expect(weakestProof(one)).toBe('claimed')
  expect(weakestProof(pull(2))).toBe('none')
})

test('a gate says what it waits for', () => {
  expect(gateWords(feature('a'), false)).toBe('Build · 2 missing')
  expect(gateWords(feature('a', { missing_count: 0 }), false)).toBe('Build · ready to continue')
  expect(gateWords(feature('a'), true)).toBe('Build · your approval')
  expect(gateWords(feature('a', { status: 'complete', gate: null }), false)).toBe('All gates passed')
})
