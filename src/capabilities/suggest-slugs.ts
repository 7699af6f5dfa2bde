import { newId } from '../platform/ids.ts'

const longest = 64

/** A slug made of a name; a name without a usable letter gives `fallback`. */
export function slugOf(name: string, fallback: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)
    .replace(/-+$/, '')
  return plain.length >= 2 ? plain : fallback
}

/** What to try when a slug is taken: with each of these tails, with a number, and at last one that is free. */
export function suggestSlugs(slug: string, ...tails: string[]): string[] {
  return [...tails, '2', '3', '4', '5', newId().slice(-6)].map((tail) => {
    const base = slug.slice(0, longest - tail.length - 1).replace(/-+$/, '')
    return `${base}-${tail}`
  })
}
