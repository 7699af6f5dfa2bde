import { expect, test } from 'vitest'
import { timesAsCostly } from '../../test/harness/cpu.ts'
import { Email, NewHandle } from './vocabulary.contract.ts'

test.each([
  ['ann@example.com', true],
  ['a.b+c@mail.example.co', true],
  ['ann@example', false],
  ['ann@example..com', false],
  ['ann@example.com.', false],
  ['ann@a@example.com', false],
  ['ann@example.com, bob@example.com', false],
])('%s is an email address: %s', (text, is) => {
  expect(Email.safeParse(text).success).toBe(is)
})

test('a long text that is nearly an email address is refused about as quickly as any other', () => {
  const length = 40_000
  const [hostile, plain] = [`a@${'a.'.repeat(length / 2)},`, 'a'.repeat(length)]
  expect(
    timesAsCostly(
      () => Email.safeParse(hostile),
      () => Email.safeParse(plain),
    ),
  ).toBeLessThan(10)
})

test.each(['constructor', 'prototype', 'deleted-ann', 'sandbox-acme'])('nobody takes the handle %s', (handle) => {
  expect(NewHandle.safeParse(handle).success).toBe(false)
})
