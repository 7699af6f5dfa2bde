import { isPlain } from '../kernel/errors.ts'

/** What would have worked, for an error that teaches: some names that the caller sees anyway, and where to find the others. */
export function namesHere(what: string, names: readonly string[], next: string): string {
  const plain = names.filter(isPlain).map((name) => `\`${name}\``)
  return plain.length > 0 ? `${what} here: ${plain.join(', ')}. ${next}` : next
}
