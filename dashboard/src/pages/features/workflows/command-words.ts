/**
 * A command is pinned as a list of arguments and runs without a shell; people read and write it as one line. Quotes and backslashes work
 * as in a shell, and nothing else has a meaning. Returns null if a quote is not closed.
 */
export function argvOf(line: string): string[] | null {
  const words: string[] = []
  let word: string | null = null
  let quote = ''
  for (let at = 0; at < line.length; at++) {
    const letter = line[at] as string
    if (letter === '\\' && quote !== "'") {
      const next = line[at + 1]
      if (next === undefined) return null
      // Inside double quotes a backslash is literal, unless it escapes a double quote or a backslash.
      word = (word ?? '') + (quote === '"' && next !== '"' && next !== '\\' ? `\\${next}` : next)
      at++
    } else if (quote) {
      if (letter === quote) quote = ''
      else word += letter
    } else if (letter === '"' || letter === "'") {
      quote = letter
      word ??= ''
    } else if (/\s/.test(letter)) {
      if (word !== null) words.push(word)
      word = null
    } else word = (word ?? '') + letter
  }
  if (quote) return null
  return word === null ? words : [...words, word]
}

const plain = /^[^\s'"\\]+$/

/** The same command as one line. */
export const lineOf = (argv: readonly string[]): string =>
  argv.map((word) => (plain.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ')
