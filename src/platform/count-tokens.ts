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
/** Beyond the end stands a sign: every run ends there. */
const kindOf = (text: string, at: number): number => kinds[text.charCodeAt(at) & 0xffff] as number

const isLetter = (kind: number): boolean => kind === consonant || kind === vowel

// What JSON puts between its values is one token: ":" and "," with their quotes, brackets with the one they stand at.
const [quote, colon, comma] = [0x22, 0x3a, 0x2c]
const opens = new Set([0x7b, 0x5b])
const closes = new Set([0x7d, 0x5d])

function lengthOfSign(text: string, at: number): number {
  const next = text.charCodeAt(at + 1)
  if (text.charCodeAt(at) !== quote) return next === quote && opens.has(text.charCodeAt(at)) ? 2 : 1
  if (next === colon || next === comma) return text.charCodeAt(at + 2) === quote ? 3 : 2
  return closes.has(next) ? 2 : 1
}

/** Letters that read as a word take few tokens; ids, hashes and names from afar take many. */
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
    // A capital after a small letter, or a small one after two capitals.
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

/** Goes through a text part by part, until it is told that this is enough. */
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
