import { useRead } from '../../../data/reads.ts'

/** Which memory says the opposite of which, as far as nobody has settled it. */
export function useContradictions(): ReadonlyMap<string, string> {
  const { data } = useRead('listMemoryReviews', {})
  const open = (data?.items ?? []).filter(({ kind }) => kind === 'contradiction')
  return new Map(open.flatMap(({ newer, older }) => [[newer.id, older.id] as const, [older.id, newer.id] as const]))
}
