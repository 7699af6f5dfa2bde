import { useRead } from '../../../data/reads.ts'

/** Which memories contradict each other, as long as nobody has resolved it. */
export function useContradictions(): ReadonlyMap<string, string> {
  const { data } = useRead('listMemoryReviews', {})
  const open = (data?.items ?? []).filter(({ kind }) => kind === 'contradiction')
  return new Map(open.flatMap(({ newer, older }) => [[newer.id, older.id] as const, [older.id, newer.id] as const]))
}
