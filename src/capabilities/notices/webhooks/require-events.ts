import { Refusal } from '../../../kernel/errors.ts'
import { closest } from '../../../platform/closest.ts'
import { eventTypes } from '../../event-types.ts'

const areas = [...new Set(eventTypes.map((type) => `${type.split('.')[0]}.*`))]
const known: ReadonlySet<string> = new Set(['*', ...areas, ...eventTypes])

/** A webhook for an event that doesn't exist would be kept, look right, and never send anything. */
export function requireEvents(patterns: readonly string[]): void {
  const errors = patterns.flatMap((pattern, at) => (known.has(pattern) ? [] : [{ field: `events.${at}`, message: unknown(pattern) }]))
  const words = errors.map(({ field, message }) => `${field}: ${message}`).join('; ')
  if (errors.length > 0) throw new Refusal('invalid', `Invalid input: ${words.slice(0, 1000)}`, { errors })
}

function unknown(pattern: string): string {
  const meant = closest(pattern, pattern.endsWith('*') ? areas : eventTypes) ?? closest(pattern, [...areas, ...eventTypes])
  return meant ? `there is no such event; did you mean \`${meant}\`?` : 'there is no such event; /docs/webhooks lists them all'
}
