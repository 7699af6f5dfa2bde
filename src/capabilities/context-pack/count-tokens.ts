/** Scripts whose characters common tokenizers know well; of any other each byte may become a token. */
const known: readonly (readonly [from: number, to: number, tokens: number])[] = [
  [0x80, 0x24f, 2],
  [0x2010, 0x2027, 2],
  [0x370, 0x4ff, 1],
  [0x600, 0x6ff, 1.2],
  [0x3000, 0x30ff, 2],
  [0x4e00, 0x9fff, 2.5],
  [0xac00, 0xd7af, 2],
]

/** Letters that read as a word take few tokens; ids, hashes and names from afar take many. */
const odd = /[a-z][A-Z]|[A-Z]{2}[a-z]|[^aeiouAEIOU]{5}|[aeiouAEIOU]{4}|^.{14}/

// What JSON puts between its values is one token.
const joints = new Set(['":"', '","', '":', '",', '{"', '["', '"}', '"]'])

type Kind = 'letter' | 'digit' | 'blank' | 'line' | 'sign'
const kinds: Kind[] = Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code)
  if (/[A-Za-z]/.test(char)) return 'letter'
  if (/[0-9]/.test(char)) return 'digit'
  return char === ' ' || char === '\t' ? 'blank' : char === '\n' || char === '\r' ? 'line' : 'sign'
})

/** Texts repeat their words, and to look one up is cheaper than to look at it. */
const words = new Map<string, number>()
const mostWords = 20_000

function weighWord(word: string): number {
  const before = words.get(word)
  if (before !== undefined) return before
  if (words.size >= mostWords) words.clear()
  const tokens = Math.max(1, odd.test(word) ? word.length * 0.77 : word.length / 3.5)
  words.set(word, tokens)
  return tokens
}

const run: Record<Exclude<Kind, 'sign'>, (part: string) => number> = {
  letter: (part) => (part.length < 4 ? 1 : part.length < 20 ? weighWord(part) : part.length * 0.77),
  digit: (part) => Math.max(1, Math.ceil(part.length / 2)),
  blank: (part) => (part.length === 1 ? 0.1 : 1 + part.length / 16),
  line: (part) => 1 + part.length / 16,
}

/** Goes through a text part by part, until it is told that this is enough. */
function weigh(text: string, enough: (tokens: number, end: number) => boolean): void {
  let tokens = 0
  let at = 0
  while (at < text.length) {
    const start = at
    const kind = kinds[text.charCodeAt(at)]
    if (kind === undefined) {
      const code = text.codePointAt(at) ?? 0
      at += code > 0xffff ? 2 : 1
      tokens += known.find(([from, to]) => code >= from && code <= to)?.[2] ?? (code > 0xffff ? 4 : code > 0x7ff ? 3 : 2)
    } else if (kind === 'sign') {
      at += joints.has(text.slice(at, at + 3)) ? 3 : joints.has(text.slice(at, at + 2)) ? 2 : 1
      tokens++
    } else {
      while (at < text.length && kinds[text.charCodeAt(at)] === kind) at++
      tokens += run[kind](text.slice(start, at))
    }
    if (enough(tokens, at)) return
  }
}

/**
 * At least as many tokens as the tokenizers of large models make of a text, without having one here. A test holds it against
 * real ones: on prose it is about a half too high, so a budget is never passed. Beyond `limit` it stops counting.
 */
export function countTokens(text: string, limit = Infinity): number {
  let counted = 0
  weigh(text, (tokens) => (counted = tokens) > limit)
  return Math.ceil(counted)
}

/** Where a text may be cut, and how many tokens stand before each such place. */
export interface Measured {
  text: string
  ends: number[]
  tokens: number[]
}

export function measure(text: string, limit = Infinity): Measured {
  const measured: Measured = { text, ends: [], tokens: [] }
  weigh(text, (tokens, end) => {
    measured.ends.push(end)
    measured.tokens.push(tokens)
    return tokens > limit
  })
  return measured
}
