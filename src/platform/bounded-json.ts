/** Parsing takes a microsecond or two per value, and so does checking it: this many delay nobody. */
const maxValues = 20_000
/** No input of ours is nested deeper, and what walks a parsed value recursively needs an end. */
const maxDepth = 100

/** Why a text isn't parsed. It is meant for whoever sent it. */
export class TooManyValues extends Error {}

const [quote, backslash, comma, openList, closeList, openObject, closeObject] = ['"', '\\', ',', '[', ']', '{', '}'].map((letter) =>
  letter.charCodeAt(0),
)

/**
 * Refuses a JSON text by the number of its values and how deeply they are nested, before anything is parsed: a long text with few values is
 * read quickly, a short one with many is not.
 */
export function refuseManyValues(text: string, most = maxValues): void {
  let values = 1
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    if (letter === quote) at = endOfString(text, at)
    else if (letter === comma) values++
    else if (letter === openList || letter === openObject) {
      values++
      if (++depth > maxDepth) throw new TooManyValues(`JSON is nested at most ${maxDepth} deep here.`)
    } else if (letter === closeList || letter === closeObject) depth--
    if (values > most) throw new TooManyValues(`JSON has at most ${most} values here. Send less at a time.`)
  }
}

/** The place of the quotation mark that ends a string: the first that has an even number of backslashes before it. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end
    while (text.charCodeAt(before - 1) === backslash) before--
    if ((end - before) % 2 === 0) return end
  }
  return text.length
}

/** Parses a JSON text from outside, unless it has so many values that parsing it would delay everybody else. */
export function parseBounded(text: string, most = maxValues): unknown {
  refuseManyValues(text, most)
  return JSON.parse(text)
}
