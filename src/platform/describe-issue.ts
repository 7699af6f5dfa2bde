import type { z } from 'zod'
import { closest } from './closest.ts'

type Issue = z.core.$ZodIssue

/** Which caller-supplied names may be echoed, and which fields exist besides those of the schema. */
export interface Words {
  isPlain(name: string): boolean
  further: readonly string[]
}

const maxNamed = 40
const maxUnknown = 10
const maxKinds = 3
/** Of the variants of a union, nested ones included. */
const maxVariants = 50

const maxDescribed = 10
/** Several issues can be about one field, so more are looked at than are described. */
const maxIssues = 100

/** One issue of each of the first ten fields that have any: whoever sends a thousand wrong ones corrects none of them by reading. */
export function firstFaults(issues: readonly Issue[]): Issue[] {
  const faults = Map.groupBy(issues.slice(0, maxIssues), ({ path }) => JSON.stringify(path.map(String))).values()
  return [...faults.take(maxDescribed)].map(mostTelling)
}

/** Of all the issues with one value, the most helpful one: the expected format, otherwise the narrowest bound. */
const mostTelling = (issues: readonly Issue[]): Issue => issues.find(({ code }) => code === 'invalid_format') ?? (issues.at(-1) as Issue)

/** What is wrong with a value, and what would be right. */
export function describeIssue(schema: z.ZodType, issue: Issue, words: Words): string {
  if (issue.code === 'unrecognized_keys') return unknownFields(schema, issue, words)
  if (issue.code === 'invalid_union') return ofUnion(schema, issue, words)
  if (issue.code === 'invalid_value') return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(quoted).join(', ')}`
  if (issue.code === 'invalid_type') return wrongType(issue)
  if (issue.code === 'too_big') return `must be at most ${bound(issue.maximum, issue.origin)}`
  if (issue.code === 'too_small') return smallest(issue)
  return issue.message
}

const quoted = (value: unknown): string => (typeof value === 'string' ? `"${value}"` : String(value))

const types: Record<string, string> = {
  string: 'text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  null: 'null',
}
const typeName = (type: string): string => types[type] ?? `an ${type}`

function wrongType({ expected, message }: z.core.$ZodIssueInvalidType): string {
  // A schema's own message is more specific.
  if (!message.startsWith('Invalid input')) return message
  const received = /received (\w+)$/.exec(message)?.[1]
  if (received === 'undefined') return `is missing; it must be ${typeName(expected)}`
  return `must be ${typeName(expected)}${received ? `, not ${typeName(received)}` : ''}`
}

function bound(limit: number | bigint, origin: string): string {
  if (origin === 'string') return `${limit} characters long`
  return origin === 'array' || origin === 'set' ? `${limit} long` : String(limit)
}

const smallest = ({ minimum, origin }: z.core.$ZodIssueTooSmall): string =>
  origin === 'string' && minimum === 1 ? 'must not be empty' : `must be at least ${bound(minimum, origin)}`

/** The allowed values if it is an enumeration, otherwise what each variant would require. */
function ofUnion(schema: z.ZodType, { errors }: z.core.$ZodIssueInvalidUnion, words: Words): string {
  const all = errors
    .slice(0, maxVariants)
    .flatMap((variant) => variant.slice(0, maxVariants))
    .filter(({ path }) => path.length === 0)
  const values = all.find(({ code }) => code === 'invalid_value')
  const said = [...new Set((values ? [values] : all).map((issue) => describeIssue(schema, issue, words)))].slice(0, maxKinds)
  return said.length > 0 ? said.join(', or ') : 'has none of the forms it may have'
}

function unknownFields(schema: z.ZodType, { keys, path }: z.core.$ZodIssueUnrecognizedKeys, { isPlain, further }: Words): string {
  const unknown = keys.slice(0, maxUnknown).filter(isPlain)
  const fields = path.length === 0 ? [...Object.keys((schema as z.ZodObject).shape ?? {}), ...further] : []
  const which = unknown.map((key) => `\`${key}\``)
  const said = which.length > 0 ? `there is no field ${which.join(', ')}` : 'there is no such field'
  const meant = [...new Set(unknown.map((key) => closest(key, fields)).filter((name) => name !== undefined))]
  if (meant.length > 0 && meant.length === unknown.length) return `${said}; did you mean ${meant.map((name) => `\`${name}\``).join(', ')}?`
  return fields.length > 0 ? `${said}; the fields are ${fields.slice(0, maxNamed).join(', ')}` : said
}
