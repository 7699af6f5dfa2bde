/** What a line begins with that is markup: quotes, list items, check boxes and the number signs of a heading. */
const lineStart = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[[ xX]\](?=[ \t])|#{1,6}(?=[ \t]|$)))*[ \t]*/
const ruler = /^[-=|:*_ \t]+$/
const fence = /^[ \t]*(?:```|~~~)/

/** A line without its markup. Each kind is looked for once, from left to right, so that no text takes longer than its length. */
const wordsOf = (line: string): string =>
  line
    .replace(lineStart, '')
    // An address in brackets after the text of a link, and an address in angle brackets.
    .replace(/\]\([^()\s]{0,2000}(?:\s"[^"]{0,200}")?\)/g, ']')
    .replace(marks, (found: string, escaped?: string) => escaped ?? (found.includes('|') ? ' ' : ''))

const marks = /\\([!-/:-@[-`{-~])|[*`~|]+|!?\[|\]|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu

interface Line {
  words: string
  kind: 'prose' | 'heading' | 'table' | 'code'
}

function* linesOf(text: string): Generator<Line> {
  let inCode = false
  for (const line of text.split('\n')) {
    if (line === '') continue
    if (fence.test(line)) inCode = !inCode
    else if (inCode) yield { words: line, kind: 'code' }
    else if (!ruler.test(line)) yield { words: wordsOf(line), kind: kindOf(line) }
  }
}

const kindOf = (line: string): Line['kind'] => (/^[ \t]*#/.test(line) ? 'heading' : /^[ \t]*\|/.test(line) ? 'table' : 'prose')
const join = (lines: Iterable<Line>): string =>
  [...lines]
    .map(({ words }) => words)
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/**
 * The words of a Markdown text without its markup, on one line. It looks at each line for itself and knows less than a parser does, which is
 * enough for a snippet and never takes long: what a parser makes of a text can't be bounded.
 */
export const plainText = (text: string): string => join(linesOf(text))

/** The first words without markup: describes a page for which nobody wrote a summary. */
export function firstWords(text: string, most: number): string {
  const words = join(linesOf(text.slice(0, most * 5)).filter(({ kind }) => kind === 'prose'))
  return words.length <= most ? words : `${wholeWords(words.slice(0, most))}…`
}

const wholeWords = (text: string): string => text.slice(0, text.includes(' ') ? text.lastIndexOf(' ') : undefined)
