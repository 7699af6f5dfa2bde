import type { Output } from '@baton/client'

export type Feature = Output<'getFeature'>
export type FeatureHead = Output<'listFeatures'>['items'][number]
export type Approval = Output<'listApprovals'>['items'][number]
export type Gate = Feature['requirements'][number]
export type Condition = NonNullable<Gate['requires']>[number]
export type Missing = Feature['missing'][number]
export type Evidence = Feature['evidence'][number]
export type Verdict = Feature['verdicts'][number]
export type Rank = Evidence['rank']

export const shortSha = (commit: string): string => commit.slice(0, 7)

/** Makes a key like "code-review" readable. */
export const spoken = (key: string): string => {
  const words = key.replaceAll(/[-_.:/]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const gateName = (key: string, gates: readonly Gate[] = []): string => gates.find((gate) => gate.key === key)?.name ?? spoken(key)

/** "Ann", "Ann and Bob", "Ann, Bob or Cid". */
export function either(names: readonly string[], word: 'or' | 'and' = 'or'): string {
  if (names.length > 4) return `${names.slice(0, 3).join(', ')} ${word} ${names.length - 3} others`
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`
}

export const ranks: Record<Rank, { word: string; needs: string; step: number }> = {
  claimed: { word: 'Claimed', needs: 'needs: claimed', step: 1 },
  reported: { word: 'Reported', needs: 'needs: reported', step: 2 },
  observed: { word: 'Observed', needs: 'needs: observed', step: 3 },
  ci: { word: 'From CI', needs: 'needs: CI', step: 4 },
}

/** Names of conditions, as a workflow uses them. */
export const conditionNames: Record<Condition, string> = {
  spec_linked: 'a linked spec',
  spec_approved: 'an approved spec',
  tasks_closed: 'linked tasks closed',
}

export const atLeast = (rank: Rank, least: Rank): boolean => ranks[rank].step >= ranks[least].step

/** The id of the receipt that a result rests on: the result's link is the receipt's address. */
export const receiptOf = (url: string | null | undefined): string | undefined => /\/api\/receipts\/([0-9a-f-]{36})$/.exec(url ?? '')?.[1]
