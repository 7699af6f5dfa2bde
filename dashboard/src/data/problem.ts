import { BatonError } from '@baton/client'
import { Unreachable } from './unreachable.ts'

interface FieldError {
  field: string
  message: string
}

export interface Problem {
  /** The whole problem in one sentence, for when there is no field to attach it to. */
  sentence: string
  /** Error messages by the server's name of the field. */
  fields: Readonly<Record<string, string>>
}

// The server's messages are written for programs too: its wording for field errors, and what people get to read instead.
const readings: readonly (readonly [RegExp, string])[] = [
  [/^(is missing\b.*|must not be empty)$/, 'This field is required.'],
  [/^must be an https address.*$/, 'Enter an https:// URL.'],
  [/^must be an? (?:web )?(?:address|url)\b.*$/i, 'Enter a URL, such as https://example.com.'],
  [/^must be an e-?mail address.*$/i, 'Enter an email address.'],
  [/^must be lower-?case letters.*$/i, 'Use lowercase letters, digits and single dashes.'],
  [/^must be at least (\d+) characters long$/, 'Use at least $1 characters.'],
  [/^must be at most (\d+) characters long$/, 'Use at most $1 characters.'],
  [/^must be at least (-?[\d.]+)$/, 'Enter $1 or more.'],
  [/^must be at most (-?[\d.]+)$/, 'Enter $1 or less.'],
  [/^must be one of .*$/, 'Choose one of the options.'],
  [/^must be a whole number.*$/, 'Enter a whole number.'],
  [/^must be a number.*$/, 'Enter a number.'],
]

/** A field's error as a sentence for the person who filled it in. */
export function fieldSentence(message: string): string {
  const found = readings.find(([pattern]) => pattern.test(message))
  return found ? message.replace(found[0], found[1]) : sentence(message)
}

const sentence = (words: string): string => {
  const said = words.replaceAll('`', '').trim()
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}${/[.!?…]$/.test(said) ? '' : '.'}`
}

const missing = /^No ([a-z ]+?) `([^`]+)` here\./

const unreachable = 'Can’t reach the server. Check your connection and try again.'

/** What went wrong, in words for people, and in which fields. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Unreachable) return { sentence: unreachable, fields: {} }
  if (!(error instanceof BatonError)) return { sentence: error instanceof Error ? error.message : String(error), fields: {} }
  // The rest of the detail tells programs which call to make next, so it is dropped.
  const absent = missing.exec(error.detail)
  if (absent) {
    const said = `No ${absent[1]} named ${absent[2]}.`
    return { sentence: said, fields: { [absent[1] ?? '']: said } }
  }
  const errors = (error.extra['errors'] as FieldError[] | undefined) ?? said(error.detail)
  if (errors.length === 0) return { sentence: sentence(error.detail), fields: {} }
  return {
    sentence: errors.map(({ field, message }) => `${spoken(field)}${fieldSentence(message)}`).join(' '),
    fields: Object.fromEntries(errors.toReversed().map(({ field, message }) => [field.split('.')[0] ?? '', fieldSentence(message)])),
  }
}

/** Parses a detail of the form "field: message", which is used when only one field is wrong. */
function said(detail: string): FieldError[] {
  const [, field, message] = /^([a-z_]+): (.+)$/.exec(detail) ?? []
  return field && message ? [{ field, message: message.replace(/\.$/, '') }] : []
}

const spoken = (field: string): string => {
  const words = field.replaceAll(/[_.]/g, ' ')
  return words ? `${words.charAt(0).toUpperCase()}${words.slice(1)}: ` : ''
}
