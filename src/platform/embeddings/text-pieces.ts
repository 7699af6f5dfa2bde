/** Characters sent to an endpoint as one text: about what a model with a window of 512 tokens reads whole. */
export const pieceLength = 2000
/** Text beyond this many pieces no longer affects the vector. */
export const maxTextPieces = 32

/** Splits at the end of a word; a text without spaces is split anyway, but never inside a character. */
export function textPieces(text: string): string[] {
  const pieces: string[] = []
  let rest = text
  while (rest.length > pieceLength && pieces.length < maxTextPieces - 1) {
    const space = rest.lastIndexOf(' ', pieceLength)
    let at = space > pieceLength / 2 ? space : pieceLength
    if (/[\uDC00-\uDFFF]/.test(rest.charAt(at))) at--
    pieces.push(rest.slice(0, at))
    rest = rest.slice(at)
  }
  return [...pieces, rest.slice(0, pieceLength)]
}
