import { expect, test } from 'vitest'
import { actionLook, asFingerprint, exactly } from './machine-words.ts'

test('a fingerprint is the same however it was typed or pasted', () => {
  const whole = '7c2f-91ad-e05b-44d8-b3a6-0f17-6e92-c85d-1a2b-3c4d'
  expect(asFingerprint(whole)).toBe(whole)
  expect(asFingerprint(` ${whole.toUpperCase().replaceAll('-', ' ')}\n`)).toBe(whole)
  expect(asFingerprint('7c2f9')).toBe('7c2f-9')
})

test('what is signed is shown as it is: text, number, line break and hidden letters can be told apart', () => {
  expect(exactly('2')).toBe('"2"')
  expect(exactly(2)).toBe('2')
  expect(exactly('a\nb')).toBe('"a\\nb"')
  expect(exactly('evil\u202egpj')).toBe('"evil\\u{202e}gpj"')
  expect(exactly('a\u200bb')).toBe('"a\\u{200b}b"')
})

test('what waited too long has expired, what has run has not', () => {
  const expires_at = '2026-01-01T00:00:00Z'
  const later = Date.parse(expires_at) + 1
  expect(actionLook({ state: 'queued', expires_at }, later).word).toBe('Expired')
  expect(actionLook({ state: 'queued', expires_at }, later - 2).word).toBe('Needs your passkey')
  expect(actionLook({ state: 'done', expires_at }, later).word).toBe('Done')
})
