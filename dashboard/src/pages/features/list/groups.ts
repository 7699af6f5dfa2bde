import type { Output } from '@baton/client'
import { gateName, spoken, type FeatureHead } from '../parts/words.ts'

type Workflow = Output<'listWorkflows'>['items'][number]

export interface Group {
  key: string
  title: string
  features: FeatureHead[]
}

/** Features by their current gate, in the order of the workflows' gates. */
export function byGate(features: readonly FeatureHead[], workflows: readonly Workflow[]): Group[] {
  const groups = new Map<string, Group>()
  const place = ({ gates, gate }: FeatureHead) => gates.findIndex(({ key }) => key === gate) / Math.max(1, gates.length)
  for (const feature of features.toSorted((a, b) => place(a) - place(b))) {
    const key = feature.gate ?? ''
    const group = groups.get(key) ?? { key, title: nameOf(feature, workflows), features: [] }
    group.features.push(feature)
    groups.set(key, group)
  }
  return [...groups.values()]
}

const gateOf = ({ workflow, gate }: FeatureHead, workflows: readonly Workflow[]) =>
  workflows.find(({ slug }) => slug === workflow)?.gates.find(({ key }) => key === gate)

const nameOf = (feature: FeatureHead, workflows: readonly Workflow[]): string =>
  gateOf(feature, workflows)?.name ?? (feature.gate ? spoken(feature.gate) : gateName(''))

const asked = { evidence: ['check', 'checks'], review: ['review', 'reviews'], approval: ['approval', 'approvals'] } as const

/** What a feature waits for, in a few words. */
export function waitsFor(feature: FeatureHead, workflows: readonly Workflow[]): string {
  const { missing_count: missing, status, gates } = feature
  if (status === 'complete') return 'Shipped'
  if (status === 'cancelled') return 'Cancelled'
  if (gates.some(({ state }) => state === 'withdrawn')) return 'Earlier gate reopened'
  if (missing === 0) return 'Ready to continue'
  const kind = gateOf(feature, workflows)?.kind
  const words = kind ? asked[kind] : (['check', 'checks'] as const)
  if (kind === 'approval' && missing === 1) return 'Needs a person'
  return `Needs ${missing} ${missing === 1 ? words[0] : words[1]}`
}
