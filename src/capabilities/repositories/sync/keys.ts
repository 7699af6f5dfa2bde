/** Keys of tasks in a text, such as BAT-12, including the lower case used in branch names; only those of the given projects. */
export function keysIn(text: string, prefixes: ReadonlySet<string>): string[] {
  const found = new Set<string>()
  for (const [, prefix = '', number = ''] of text.matchAll(/(?<![a-z0-9])([a-z][a-z0-9]{0,15})-(\d{1,9})(?![a-z0-9])/gi)) {
    const name = prefix.toUpperCase()
    if (prefixes.has(name)) found.add(`${name}-${Number(number)}`)
  }
  return [...found]
}
