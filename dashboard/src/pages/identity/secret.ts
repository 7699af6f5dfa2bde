const kept = new Map<string, string>()
const taken = new Map<string, number>()

/** Moves what follows # into memory, for the page at this path. True if there was something, which must then leave the address. */
export function takeSecret(path: string, hash: string): boolean {
  if (!hash) return false
  kept.set(path, hash)
  taken.set(path, turnOf(path) + 1)
  return true
}

/** How many links this page was opened with: a second one in the same tab counts as another page. */
export const turnOf = (path: string): number => taken.get(path) ?? 0

export const secretOf = (path: string): string => kept.get(path) ?? ''

export const forgetSecret = (path: string): void => void kept.delete(path)
