import { Refusal } from '../../../kernel/errors.ts'

const text = /^[^\0-\x08\x0b\x0c\x0e-\x1f\x7f\p{Cs}]*$/u
const oneLine = /^[^\p{Cc}\p{Cs}]*$/u
const names: ReadonlySet<string> = new Set(['title', 'name', 'slug', 'key', 'ref', 'handle', 'rank', 'labels', 'tags'])

/** What operations ask of every text: whoever edits an export by hand gets nothing in that they could not have typed. */
export function checkTexts(value: unknown, field = ''): void {
  if (typeof value === 'string') {
    if (!(names.has(field) ? oneLine : text).test(value))
      throw new Refusal('invalid', 'A text of this file has characters that are not allowed in it.')
  } else if (Array.isArray(value)) for (const one of value) checkTexts(one, field)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value)) {
      checkTexts(name)
      checkTexts(one, name)
    }
  }
}
