import type { z } from 'zod'
import { describeIssue, firstFaults } from '../platform/describe-issue.ts'
import { Refusal, isPlain } from './errors.ts'

const longest = 1000

/** Says what is wrong with the first fields and what would be right, once per field. Caller input is echoed only if it is a plain name. */
export function invalidInput(schema: z.ZodType, issues: readonly z.core.$ZodIssue[], further: readonly string[] = []): Refusal {
  const errors = firstFaults(issues).map((issue) => ({
    field: issue.path.map(String).map(named).join('.'),
    message: describeIssue(schema, issue, { isPlain, further }),
  }))
  const words = errors.map(({ field, message }) => `${field || 'input'}: ${message}`).join('; ')
  return new Refusal('invalid', `Invalid input: ${words.slice(0, longest)}`, { errors })
}

const named = (part: string): string => (isPlain(part) ? part : '(a field)')
