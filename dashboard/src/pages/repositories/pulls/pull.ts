import type { Output } from '@baton/client'
import { spoken } from '../../features/parts/words.ts'

export type Pull = Output<'findPullRequests'>['items'][number]
type Feature = Pull['features'][number]
type Proof = Feature['proof']

export interface PullGroup {
  key: string
  title: string
  pulls: Pull[]
}

const isMine = ({ features }: Pull, mine: ReadonlySet<string>): boolean => features.some(({ id }) => mine.has(id))

/** Every gate is open, every check has passed, and the host requires nothing more. */
function isReady({ draft, state, checks, review, gates_check, features }: Pull): boolean {
  const gatesAreOpen = gates_check === 'open' || (features.length > 0 && features.every(({ status }) => status === 'complete'))
  const isReviewed = review === 'approved' || review === null
  return state === 'open' && !draft && gatesAreOpen && isReviewed && checks.failed === 0 && checks.running === 0
}

/** Open pull requests by what they wait for: the current user, the merge button, or something else. */
export function groupsOf(pulls: readonly Pull[], mine: ReadonlySet<string>): PullGroup[] {
  const groups: PullGroup[] = [
    { key: 'mine', title: 'Needs you', pulls: [] },
    { key: 'ready', title: 'Ready to merge', pulls: [] },
    { key: 'others', title: 'In progress', pulls: [] },
  ]
  const [needsYou, ready, others] = groups as [PullGroup, PullGroup, PullGroup]
  for (const pull of pulls) (isMine(pull, mine) ? needsYou : isReady(pull) ? ready : others).pulls.push(pull)
  return groups.filter((group) => group.pulls.length > 0)
}

/** The feature that holds it back most: one that waits for the current user, else the one that has made the least progress. */
export function featureOf({ features }: Pull, mine: ReadonlySet<string>): Feature | undefined {
  return features.find(({ id }) => mine.has(id)) ?? features.toSorted((a, b) => a.passed / a.of - b.passed / b.of)[0]
}

/** Where a feature stands, in a few words. */
export function gateWords(feature: Feature, mine: boolean): string {
  if (feature.status === 'complete' || feature.gate === null) return 'All gates passed'
  const gate = spoken(feature.gate)
  if (mine) return `${gate} · your approval`
  return feature.missing_count === 0 ? `${gate} · ready to continue` : `${gate} · ${feature.missing_count} missing`
}

const order: readonly Proof[] = ['none', 'claimed', 'reported', 'observed', 'ci']

/** A pull request is only as well proven as its least proven feature. */
export const weakestProof = ({ features }: Pull): Proof =>
  features.map(({ proof }) => proof).toSorted((a, b) => order.indexOf(a) - order.indexOf(b))[0] ?? 'none'
