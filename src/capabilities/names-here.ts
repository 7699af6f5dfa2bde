import { isPlain } from '../kernel/errors.ts'

/** For helpful error messages: some names that would have worked, which the caller can see anyway, and where to find the others. */
export function namesHere(what: string, names: readonly string[], next: string): string {
  const plain = names.filter(isPlain).map((name) => `\`${name}\``)
  return plain.length > 0 ? `${what} here: ${plain.join(', ')}. ${next}` : next
}
