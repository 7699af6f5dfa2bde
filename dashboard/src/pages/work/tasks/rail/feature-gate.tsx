import { Workflow } from 'lucide-react'
import { act } from '../../../../data/writes/act.ts'
import { clientFor } from '../../../../data/client.ts'
import { useOrganization } from '../../../../data/organization.ts'
import { useRead } from '../../../../data/reads.ts'
import { Steps } from '../../../../ui/meter.tsx'
import { Picker } from '../../../../ui/picker.tsx'
import { showItem, type Item } from '../../../../data/tasks/items.ts'
import { Named } from './named.tsx'
import { ValueButton } from './value-button.tsx'

const none = 'none'
export const featureOf = (item: Item) => item.backlinks.find(({ kind }) => kind === 'feature')

/** Adds the task to a feature, or removes it. The feature's other tasks stay: they are read right before the write. */
async function setTasks(organization: string, feature: string, task: string, belongs: boolean): Promise<void> {
  const { tasks } = await clientFor(organization).getFeature({ feature })
  const others = tasks.map(({ ref }) => ref).filter((ref) => ref !== task)
  const input = { feature, tasks: belongs ? [...others, task] : others }
  const label = belongs ? `Add ${task} to ${feature}` : `Remove ${task} from ${feature}`
  await act({ organization, operation: 'updateFeature', input, label, then: ['getItem'] })
}

export function FeaturePicker({ item }: { item: Item }) {
  const organization = useOrganization()
  const current = featureOf(item)
  const { data: features } = useRead('listFeatures', { project: item.project.slug, limit: 100 })
  const pick = async (ref: string) => {
    if (ref === (current?.ref ?? none)) return
    const wanted = features?.items.find((one) => one.ref === ref)
    const others = item.backlinks.filter(({ id }) => id !== current?.id)
    const link = wanted && { kind: 'feature' as const, id: wanted.id, ref, title: wanted.title, status: wanted.status, version: null }
    showItem(organization, item.id, { backlinks: link ? [...others, link] : others })
    if (current) await setTasks(organization, current.ref, item.key, false)
    if (wanted) await setTasks(organization, ref, item.key, true)
  }
  return (
    <Picker
      label="Feature"
      choices={[
        { value: none, title: 'No feature' },
        ...(features?.items ?? []).map(({ ref, title }) => ({ value: ref, title, words: ref })),
      ]}
      chosen={[current?.ref ?? none]}
      onPick={(ref) => void pick(ref)}
      trigger={
        <ValueButton label="Feature">
          <Named name={current?.ref} title={current?.title} />
        </ValueButton>
      }
    />
  )
}

/** Gate progress of that feature; it is advanced on its own page. */
export function FeatureGate({ item, chip }: { item: Item; chip?: boolean }) {
  const feature = featureOf(item)
  const { data } = useRead('getFeature', { feature: feature?.ref ?? '' }, { enabled: Boolean(feature) })
  if (!feature || !data) return chip ? null : <span className="text-muted">None</span>
  const passed = data.gates.filter(({ state }) => state === 'passed').length
  const steps = (
    <>
      {chip && <Workflow className="size-16 text-muted" aria-hidden />}
      <Steps label={`${passed} of ${data.gates.length} gates passed`} done={passed} of={data.gates.length} />
      <span className="truncate capitalize">{data.gate ?? data.status}</span>
    </>
  )
  return chip ? (
    <span className="touch inline-flex h-24 items-center gap-8 rounded-full border border-line px-10">{steps}</span>
  ) : (
    <span className="inline-flex max-w-full items-center gap-8">{steps}</span>
  )
}
