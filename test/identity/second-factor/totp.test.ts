import { expect, test } from 'vitest'
import { codeAt, matchingStep, newSeed, stepAt } from '../../../src/capabilities/identity/second-factor/totp.ts'

// "12345678901234567890", the secret of RFC 6238's test vectors; our codes are the last six digits of theirs.
const seed = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code is the RFC’s', (seconds, code) => {
  expect(codeAt(seed, stepAt(new Date(seconds * 1000)))).toBe(code)
})

test('a code holds one step early and late, and no longer', () => {
  const now = new Date(1_900_000_000_000)
  const at = stepAt(now)
  const found = [-2, -1, 0, 1, 2].map((away) => matchingStep(seed, codeAt(seed, at + away), now))
  expect(found).toEqual([undefined, at - 1, at, at + 1, undefined])
})

test('a new seed is 160 bits in base32', () => {
  expect(newSeed()).toMatch(/^[A-Z2-7]{32}$/)
  expect(newSeed()).not.toBe(newSeed())
})
