import type { z } from 'zod'
import { Refusal, isPlain } from './errors.ts'

type Issue = z.core.$ZodIssue

const mostNamed = 40
const longest = 1000
const mostKinds = 3

/** Says which field is wrong and what would be right. What the caller wrote is not repeated, unless it is a plain name. */
export function invalidInput(schema: z.ZodType, issues: readonly Issue[]): Refusal {
  const errors = issues.map((issue) => ({ field: issue.path.map(String).map(named).join('.'), message: say(schema, issue) }))
  const words = errors.map(({ field, message }) => `${field || 'input'}: ${message}`).join('; ')
  return new Refusal('invalid', `Invalid input: ${words.slice(0, longest)}`, { errors })
}

const named = (part: string): string => (isPlain(part) ? part : '(a field)')

function say(schema: z.ZodType, issue: Issue): string {
  if (issue.code === 'unrecognized_keys') return unknownFields(schema, issue)
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) return `is missing; expected ${issue.expected}`
  if (issue.code === 'invalid_union') return ofUnion(schema, issue)
  return issue.message
}

/** The values there are, if it is one of a few; else what each kind of value would have to be. */
function ofUnion(schema: z.ZodType, { errors }: z.core.$ZodIssueInvalidUnion): string {
  const all = errors.flat().filter(({ path }) => path.length === 0)
  const values = all.find(({ code }) => code === 'invalid_value')
  const said = [...new Set((values ? [values] : all).map((issue) => say(schema, issue)))].slice(0, mostKinds)
  return said.length > 0 ? said.join(', or ') : 'is none of the forms it may have'
}

function unknownFields(schema: z.ZodType, { keys, path }: z.core.$ZodIssueUnrecognizedKeys): string {
  const unknown = keys.filter(isPlain).map((key) => `\`${key}\``)
  const which = unknown.length > 0 ? `there is no field ${unknown.slice(0, mostNamed).join(', ')}` : 'there is no such field'
  const fields = path.length === 0 ? Object.keys((schema as z.ZodObject).shape ?? {}) : []
  return fields.length > 0 ? `${which}; the fields are ${fields.slice(0, mostNamed).join(', ')}` : which
}
