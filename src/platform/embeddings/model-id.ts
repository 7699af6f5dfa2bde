import { createHash } from 'node:crypto'

/** A hash of everything that changes the space of the vectors. */
export const modelId = (parts: Record<string, string | number>): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(parts).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex')
    .slice(0, 32)
