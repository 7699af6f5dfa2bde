import { newId } from '../platform/ids.ts'

const longest = 64

/** Letters that are not a base letter with a mark, as their languages write them in ASCII. */
const spelled: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/** Derives a slug from a name; a name too short on usable characters gives `fallback`. */
export function slugOf(name: string, fallback: string): string {
  const plain = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => spelled[letter] ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 50)
    .replace(/(?<!-)-+$/, '')
  return plain.length >= 2 ? plain : fallback
}

/** What to try when a slug is taken: the slug with each of these tails, with a number, and finally with a random tail. */
export function suggestSlugs(slug: string, ...tails: string[]): string[] {
  return [...tails, '2', '3', '4', '5', newId().slice(-6)].map((tail) => {
    const base = slug.slice(0, longest - tail.length - 1).replace(/(?<!-)-+$/, '')
    return `${base}-${tail}`
  })
}
