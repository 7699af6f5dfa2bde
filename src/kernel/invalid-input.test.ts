import { expect, test } from 'vitest'
import { z } from 'zod'
import { timesAsCostly } from '../../test/harness/cpu.ts'
import { distanceBetween } from '../platform/closest.ts'
import { invalidInput } from './invalid-input.ts'

const schema = z.strictObject({ email: z.string(), password: z.string(), name: z.string(), handle: z.string() })
const refusalOf = (of: z.ZodType, input: unknown) => {
  const { error } = of.safeParse(input)
  if (!error) throw new Error('this input was meant to be invalid')
  return invalidInput(of, error.issues)
}

test('names the first ten unknown fields and reads no further', () => {
  const many = Object.fromEntries(Array.from({ length: 60_000 }, (_, place) => [`emai${place}`, 1]))
  const { message, extra } = refusalOf(schema, { email: '', password: '', name: '', handle: '', ...many })
  expect(message).toContain('`emai9`')
  expect(message).not.toContain('`emai10`')
  expect(extra['errors']).toHaveLength(1)
})

test('describes the first ten wrong fields', () => {
  const { extra } = refusalOf(z.array(z.string()), Array.from({ length: 500 }).fill(0))
  expect(extra['errors']).toHaveLength(10)
})

test('a field with several faults counts once', () => {
  const short = z.object({
    name: z
      .string()
      .min(3)
      .regex(/^[a-z]+$/)
      .regex(/x/),
    handle: z.string(),
  })
  expect(refusalOf(short, { name: '1' }).extra['errors']).toEqual([
    { field: 'name', message: expect.any(String) },
    { field: 'handle', message: 'is missing; it must be text' },
  ])
})

test('many unknown fields are described about as quickly as a few', () => {
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, place) => [`${'n'.repeat(50)}${place}`, 1]))
  const issuesOf = (input: unknown) => schema.safeParse(input).error?.issues ?? []
  const [many, few] = [issuesOf(fields(20_000)), issuesOf(fields(10))]
  expect(
    timesAsCostly(
      () => invalidInput(schema, many),
      () => invalidInput(schema, few),
    ),
  ).toBeLessThan(5)
})

test('words of any length are compared in bounded time', () => {
  const [one, other] = ['a'.repeat(4000), 'b'.repeat(4000)]
  expect(
    timesAsCostly(
      () => distanceBetween(one, other),
      () => one === other,
    ),
  ).toBeLessThan(5)
  expect(distanceBetween(one, one)).toBe(0)
})
