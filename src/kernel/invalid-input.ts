import type { z } from 'zod'
import { describeIssue, mostTelling } from '../platform/describe-issue.ts'
import { Refusal, isPlain } from './errors.ts'

const longest = 1000
const maxDescribed = 10
/** Several issues can be about one field, so more are looked at than are described. */
const maxIssues = 100

/**
 * Says what is wrong with the first ten fields and what would be right, once per field: whoever sends a thousand wrong ones corrects none of
 * them by reading. Caller input is echoed only if it is a plain name.
 */
export function invalidInput(schema: z.ZodType, issues: readonly z.core.$ZodIssue[], further: readonly string[] = []): Refusal {
  const faults = Map.groupBy(issues.slice(0, maxIssues), ({ path }) => JSON.stringify(path.map(String))).values()
  const errors = [...faults.take(maxDescribed)].map(mostTelling).map((issue) => ({
    field: issue.path.map(String).map(named).join('.'),
    message: describeIssue(schema, issue, { isPlain, further }),
  }))
  const words = errors.map(({ field, message }) => `${field || 'input'}: ${message}`).join('; ')
  return new Refusal('invalid', `Invalid input: ${words.slice(0, longest)}`, { errors })
}

const named = (part: string): string => (isPlain(part) ? part : '(a field)')
