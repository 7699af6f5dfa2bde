const kept = new Map<string, string>()

/** Takes what stands after # into memory, for the page of this path. True if there was something: it must leave the address. */
export function takeSecret(path: string, hash: string): boolean {
  if (!hash) return false
  kept.set(path, hash)
  return true
}

export const secretOf = (path: string): string => kept.get(path) ?? ''

export const forgetSecret = (path: string): void => void kept.delete(path)
