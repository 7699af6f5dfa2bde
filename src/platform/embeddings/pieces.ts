/** Tokens the model was trained on at once, its two frame tokens included. */
export const window = 256
/** Text beyond these pieces, some 30,000 characters, no longer moves the vector. */
export const maxPieces = 32

/** Pieces of about the same length, so that a long text ends in no stump. */
export function piecesOf(tokens: number[]): number[][] {
  const room = window - 2
  const count = Math.min(Math.max(Math.ceil(tokens.length / room), 1), maxPieces)
  const length = Math.min(Math.ceil(tokens.length / count), room)
  return Array.from({ length: count }, (_, at) => tokens.slice(at * length, (at + 1) * length))
}
