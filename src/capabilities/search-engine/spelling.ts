import { distanceBetween } from '../../platform/closest.ts'

const shortest = 4
const shortestPart = 5

/** Words that somebody who wrote `asked` may have meant: a letter or two beside it, or a compound one of them is part of. */
export function meantBy(asked: string, words: readonly string[]): string[] {
  const given = asked.toLowerCase()
  return words.filter((word) => isSlip(given, word) || isPart(given, word) || isPart(word, given))
}

export const mayBeMisspelt = (text: string): boolean => text.length >= shortest && /^[\p{L}\p{M}]+$/u.test(text)

function isSlip(given: string, word: string): boolean {
  // Of so few letters another one makes another word; two that are swapped do not.
  if (given.length === shortest) return word.length === shortest && lettersOf(given) === lettersOf(word)
  if (single(given) === single(word)) return true
  return Math.abs(given.length - word.length) <= 2 && distanceBetween(given, word) <= (given.length >= 8 ? 2 : 1)
}

const lettersOf = (word: string): string => word.split('').toSorted().join('')

/** Which letter is doubled is what people are least sure of. */
const single = (word: string): string => word.replace(/(.)\1/gu, '$1')

const isPart = (part: string, word: string): boolean =>
  part.length >= shortestPart && word.length > part.length + 1 && (word.startsWith(part) || word.endsWith(part))
