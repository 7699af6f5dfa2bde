import { randomInt } from 'node:crypto'
import { isId, newId } from '../../src/platform/ids.ts'

const capitals = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const letters = 'abcdefghjklmnpqrstuvwxyz'
const digits = '123456789'
const oneOf = (characters: string): string => characters[randomInt(characters.length)] as string

export const randomWord = (length: number): string => Array.from({ length }, () => oneOf(letters)).join('')

/** A name of the same shape that doesn't exist: an id for an id, ABC-12 for XYZ-34. */
export function lookAlike(name: string): string {
  if (isId(name)) return newId()
  return name
    .replace(/[A-Z]/g, () => oneOf(capitals))
    .replace(/[a-z]/g, () => oneOf(letters))
    .replace(/\d/g, () => oneOf(digits))
}

/** Masks the names that were asked for, because an answer may repeat them. */
export function blank(text: string, names: readonly string[]): string {
  const telling = names.filter((name) => name.length > 3)
  return telling.toSorted((one, other) => other.length - one.length).reduce((rest, name) => rest.replaceAll(name, '…'), text)
}
