import { decodeCursor } from '../../paging.ts'

/** How far paging reaches: later hits no longer answer the question. */
export const maxHits = 100

/** How many hits earlier pages have shown. */
export function placeOf(cursor: string | undefined): number {
  const [place = 0] = decodeCursor(cursor, ['number'], ([found]) => Number(found) >= 0 && Number(found) <= maxHits) ?? []
  return place
}
