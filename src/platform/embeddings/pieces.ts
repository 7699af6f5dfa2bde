/** The window the model was trained on, in tokens, including its two special tokens. */
export const window = 256
/** Text beyond this many pieces, some 30,000 characters, no longer affects the vector. */
export const maxPieces = 32

/** Splits into pieces of about the same length, so that a long text does not end in a tiny one. */
export function piecesOf(tokens: number[]): number[][] {
  const room = window - 2
  const count = Math.min(Math.max(Math.ceil(tokens.length / room), 1), maxPieces)
  const length = Math.min(Math.ceil(tokens.length / count), room)
  return Array.from({ length: count }, (_, at) => tokens.slice(at * length, (at + 1) * length))
}
