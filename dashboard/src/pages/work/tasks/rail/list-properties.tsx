import { useRead } from '../../../../data/reads.ts'
import { useEditTasks } from '../../../../data/tasks/edit-tasks.ts'
import { Picker } from '../../../../ui/picker.tsx'
import type { Item } from '../../../../data/tasks/items.ts'
import { LabelChip, LabelDot, useLabelColors } from '../../frame/label-chip.tsx'
import type { PickerOf } from './mark-pickers.tsx'
import { Named } from './named.tsx'
import { ValueButton } from './value-button.tsx'

export function LabelPicker({ item, ...control }: PickerOf) {
  const edit = useEditTasks(item.project.slug)
  const { data } = useRead('listLabels', { project: item.project.slug })
  useLabelColors(item.project.slug)
  const set = (labels: string[]) => edit.edit([item], { labels })
  const known = [...new Set([...item.labels, ...(data?.items.map(({ label }) => label) ?? [])])]
  return (
    <Picker
      {...control}
      label="Labels"
      several
      choices={known.map((label) => ({ value: label, title: label, icon: <LabelDot label={label} /> }))}
      chosen={item.labels}
      onPick={(label) => set(item.labels.includes(label) ? item.labels.filter((one) => one !== label) : [...item.labels, label])}
      onCreate={(label) => set([...item.labels, label])}
      trigger={
        <ValueButton label="Labels" tall>
          {item.labels.length > 0 ? (
            item.labels.map((label) => <LabelChip key={label} label={label} />)
          ) : (
            <span className="text-muted">None</span>
          )}
        </ValueButton>
      }
    />
  )
}

const top = 'top'

/** The story or epic that a task belongs to. */
export function ParentPicker({ item }: { item: Item }) {
  const edit = useEditTasks(item.project.slug)
  const { data } = useRead('getProjectTree', { project: item.project.slug, limit: 100 })
  const current = item.parents[0]
  const places = (data?.items ?? []).flatMap((one) =>
    one.kind === 'task' ? [] : [one, ...one.children.filter(({ kind }) => kind !== 'task')],
  )
  const pick = (key: string) => {
    const found = places.find((one) => one.key === key)
    const parents = found ? [{ id: found.id, key, kind: found.kind, title: found.title, status: found.status as Item['status'] }] : []
    edit.edit([item], { parents, parent_id: found?.id ?? null })
  }
  return (
    <Picker
      label="Parent"
      choices={[
        { value: top, title: 'No parent' },
        ...places.map(({ key, kind, title }) => ({ value: key, title, words: `${key} ${kind}` })),
      ]}
      chosen={[current?.key ?? top]}
      onPick={pick}
      trigger={
        <ValueButton label="Parent">
          <Named name={current?.key} title={current?.title} />
        </ValueButton>
      }
    />
  )
}
