/** Tokens per character in scripts that common tokenizers know well; in any other script each byte may become a token. */
const known: readonly (readonly [from: number, to: number, tokens: number])[] = [
  [0x80, 0x24f, 2],
  [0x2010, 0x2027, 2],
  [0x370, 0x4ff, 1],
  [0x600, 0x6ff, 1.2],
  [0x3000, 0x30ff, 2],
  [0x4e00, 0x9fff, 2.5],
  [0xac00, 0xd7af, 2],
]

const sign = 0
const digit = 1
const blank = 2
const line = 3
const consonant = 4
const vowel = 5
const rare = 6
const kinds = Uint8Array.from({ length: 0x10000 }, (_, code) => {
  if (code > 0x7f) return rare
  const char = String.fromCharCode(code)
  if (/[A-Za-z]/.test(char)) return /[aeiou]/i.test(char) ? vowel : consonant
  if (/[0-9]/.test(char)) return digit
  return char === ' ' || char === '\t' ? blank : char === '\n' || char === '\r' ? line : sign
})
/** Returns `sign` past the end, so that every run ends there. */
const kindOf = (text: string, at: number): number => kinds[text.charCodeAt(at) & 0xffff] as number

const isLetter = (kind: number): boolean => kind === consonant || kind === vowel

// The punctuation between JSON values is one token: ":" and "," with their quotes, brackets with the adjacent quote.
const [quote, colon, comma] = [0x22, 0x3a, 0x2c]
const opens = new Set([0x7b, 0x5b])
const closes = new Set([0x7d, 0x5d])

function lengthOfSign(text: string, at: number): number {
  const next = text.charCodeAt(at + 1)
  if (text.charCodeAt(at) !== quote) return next === quote && opens.has(text.charCodeAt(at)) ? 2 : 1
  if (next === colon || next === comma) return text.charCodeAt(at + 2) === quote ? 3 : 2
  return closes.has(next) ? 2 : 1
}

/** Letters that look like a word take few tokens; ids, hashes and foreign names take many. */
function weighWord(text: string, start: number, end: number): number {
  const length = end - start
  if (length < 4) return 1
  let odd = length >= 14
  let [vowels, consonants, capitals] = [0, 0, 0]
  for (let at = start; at < end && !odd; at++) {
    const isVowel = kindOf(text, at) === vowel
    vowels = isVowel ? vowels + 1 : 0
    consonants = isVowel ? 0 : consonants + 1
    const isCapital = text.charCodeAt(at) < 0x60
    // An uppercase letter after a lowercase one, or a lowercase one after two uppercase ones.
    odd = vowels === 4 || consonants === 5 || (isCapital ? capitals === 0 && at > start : capitals > 1)
    capitals = isCapital ? capitals + 1 : 0
  }
  return odd ? length * 0.77 : Math.max(1, length / 3.5)
}

function weighRun(kind: number, text: string, start: number, end: number): number {
  const length = end - start
  if (kind === digit) return Math.ceil(length / 2)
  if (kind === blank) return length === 1 ? 0.1 : 1 + length / 16
  return kind === line ? 1 + length / 16 : weighWord(text, start, end)
}

function weighRare(code: number): number {
  return known.find(([from, to]) => code >= from && code <= to)?.[2] ?? (code > 0xffff ? 4 : code > 0x7ff ? 3 : 2)
}

/** Walks through a text part by part until `enough` returns true. */
function weigh(text: string, enough: (tokens: number, end: number) => boolean): void {
  let tokens = 0
  let at = 0
  while (at < text.length) {
    const start = at
    const kind = kindOf(text, at)
    if (kind === rare) {
      const code = text.codePointAt(at) ?? 0
      at += code > 0xffff ? 2 : 1
      tokens += weighRare(code)
    } else if (kind === sign) {
      at += lengthOfSign(text, at)
      tokens++
    } else {
      if (kind < consonant) while (kindOf(text, at) === kind) at++
      else while (isLetter(kindOf(text, at))) at++
      tokens += weighRun(kind, text, start, at)
    }
    if (enough(tokens, at)) return
  }
}

/**
 * An upper bound for the tokens that the tokenizers of large models produce, without needing one here. A test compares it with real ones: on
 * prose it is about 50% too high, so a budget is never exceeded. Stops counting beyond `limit`.
 */
export function countTokens(text: string, limit = Infinity): number {
  let counted = 0
  weigh(text, (tokens) => (counted = tokens) > limit)
  return Math.ceil(counted)
}

/** The positions where a text may be cut, and the number of tokens before each. */
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
