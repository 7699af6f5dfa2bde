export type Data = Record<string, unknown>
export type Line = (data: Data) => string

const longest = 160
const keys = ['key', 'ref'] as const
const titles = ['title', 'name', 'handle', 'slug', 'client_name', 'provider'] as const

const isObject = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value)

/** People's text as it fits into a line: without line breaks, and truncated. */
export function oneLine(value: unknown): string {
  if (typeof value !== 'string') return ''
  const text = value.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  return text.length <= longest ? text : `${text.slice(0, longest - 1).toWellFormed()}…`
}

/** The label of something that an event holds as an object or only by name. */
export const labelAt = (data: Data, field: string): string => {
  const value = data[field]
  return isObject(value) ? label(value) : oneLine(value)
}

export const textAt = (data: Data, object: string, field: string): string => {
  const value = data[object]
  return isObject(value) ? oneLine(value[field]) : ''
}

/** The name of what an event is about: its key and title. It is stored under its kind, or else is the first object that has a name. */
export function nameOf(data: Data, kind: string): string {
  const named = data[kind]
  if (isObject(named)) return label(named)
  const others = Object.values(data).filter(isObject).map(label)
  return others.find((name) => name !== '') ?? label(data)
}

function label(thing: Data): string {
  const first = (fields: readonly string[]) => fields.map((field) => oneLine(thing[field])).find((text) => text !== '') ?? ''
  return [first(keys), first(titles)].filter((part) => part !== '').join(' ')
}

/**
 * These characters enclose what an event is about until the sentence is finished: on its own page it needs no name. No text by people or
 * agents contains them, since `oneLine` removes control characters.
 */
const [begin, end] = ['\u0001', '\u0002']
export const subject = (text: string): string => `${begin}${text}${end}`
/** The sentence with the name of what it is about. */
export const withSubject = (sentence: string): string => sentence.replaceAll(begin, '').replaceAll(end, '')
/** The sentence as it reads on the page of what it is about. */
export const withoutSubject = (sentence: string, kind: string): string =>
  withSubject(
    sentence
      .replace(new RegExp(` (?:of|to|on|from|in) ${begin}[^${end}]*${end}`), '')
      .replace(new RegExp(`(?:(?:task|story|epic) )?${begin}[^${end}]*${end}`), `this ${kind}`),
  )

export const thing = (kind: string) => (data: Data) =>
  labelAt(data, kind) ? subject(`${kind} ${labelAt(data, kind)}`) : `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`
export const part = (word: string, text: string) => (text ? ` ${word} ${text}` : '')

export function countOf(list: unknown, one: string, many: string): string {
  const count = Array.isArray(list) ? list.length : 0
  return count === 0 ? many : `${count} ${count === 1 ? one : many}`
}
