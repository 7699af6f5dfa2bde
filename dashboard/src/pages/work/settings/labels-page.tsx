import type { Output } from '@baton/client'
import { Link } from '@tanstack/react-router'
import { Ellipsis, Merge, PenLine, Plus, Tag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { usePermissions } from '../../../data/permissions.ts'
import { useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { number } from '../../../ui/format.ts'
import { Menu } from '../../../ui/menu.tsx'
import { Picker } from '../../../ui/picker.tsx'
import { Row, Rows } from '../../../ui/row.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { ColorDot } from '../frame/label-chip.tsx'
import { useChangeLabels } from './change-labels.ts'
import { LabelForm } from './label-form.tsx'
import { ProjectSettingsFrame, useProjectPlace } from './project-frame.tsx'

type Label = Output<'listLabels'>['items'][number]
type Doing = { what: 'create' } | { what: 'edit' | 'merge' | 'delete'; label: Label } | null

const items = (count: number) => `${number(count)} ${count === 1 ? 'item' : 'items'}`

/** The labels of a project: their colors, their descriptions, and how many items have them. */
export function LabelsPage() {
  const { org, slug } = useProjectPlace()
  const { writes } = usePermissions()
  const read = useRead('listLabels', { project: slug })
  const [doing, setDoing] = useState<Doing>(null)
  const { save, merge, remove } = useChangeLabels(org, slug)
  const all = read.data?.items ?? []
  const close = () => setDoing(null)
  /** A dialog whose change was refused stays open, to say why. */
  const closeWhenDone = (answer: unknown) => answer !== null && close()
  const label = doing && 'label' in doing ? doing.label : undefined
  const create = (
    <Button look="primary" onClick={() => setDoing({ what: 'create' })}>
      <Plus aria-hidden />
      New label
    </Button>
  )
  return (
    <ProjectSettingsFrame title="Labels" actions={writes && all.length > 0 && create}>
      <Loaded read={read}>
        {() =>
          all.length === 0 ? (
            <EmptyState icon={Tag} title="No labels yet" action={writes && create}>
              Labels sort tasks by topic. Create one here, or type a new one on a task.
            </EmptyState>
          ) : (
            <Rows aria-label="Labels">
              {all.map((one) => (
                <Row key={one.label} className="flex-wrap">
                  <ColorDot color={one.color} />
                  <div className="min-w-0 flex-1">
                    <p className="truncate font-medium">{one.label}</p>
                    {one.description && <p className="truncate text-helper text-muted">{one.description}</p>}
                  </div>
                  <Link
                    to={`/${org}/p/${slug}/list`}
                    search={{ label: one.label } as never}
                    className="touch inline-flex items-center text-helper text-muted hover:underline"
                  >
                    {items(one.items)}, {number(one.open)} open
                  </Link>
                  {writes && (
                    <Menu
                      trigger={
                        <Button look="quiet" square aria-label={`Actions for ${one.label}`}>
                          <Ellipsis />
                        </Button>
                      }
                      items={[
                        { title: 'Edit', icon: PenLine, run: () => setDoing({ what: 'edit', label: one }) },
                        {
                          title: 'Merge into…',
                          icon: Merge,
                          disabled: all.length < 2,
                          run: () => setDoing({ what: 'merge', label: one }),
                        },
                        null,
                        { title: 'Delete', icon: Trash2, danger: true, run: () => setDoing({ what: 'delete', label: one }) },
                      ]}
                    />
                  )}
                </Row>
              ))}
            </Rows>
          )
        }
      </Loaded>
      <Dialog
        open={doing?.what === 'create' || doing?.what === 'edit'}
        onOpenChange={close}
        title={label ? `Edit “${label.label}”` : 'New label'}
        {...(label && label.items > 0 && { about: `Renaming affects ${items(label.items)}.` })}
      >
        <LabelForm
          key={label?.label ?? ''}
          {...(label && { start: label })}
          taken={all.map((one) => one.label).filter((one) => one !== label?.label)}
          onSave={(fields) => save(fields, label?.label).then(closeWhenDone)}
        />
      </Dialog>
      <Dialog
        open={doing?.what === 'merge'}
        onOpenChange={close}
        title={`Merge “${label?.label ?? ''}”`}
        about={`Everything labeled “${label?.label ?? ''}” gets the other label instead. This can’t be undone.`}
      >
        <MergeChoice label={label} all={all} onMerge={(to) => label && void merge(label.label, to).then(closeWhenDone)} />
      </Dialog>
      <Dialog
        open={doing?.what === 'delete'}
        onOpenChange={close}
        title={`Delete “${label?.label ?? ''}”?`}
        about={label && label.items > 0 ? `It will be removed from ${items(label.items)}. The tasks stay.` : 'No tasks use it.'}
      >
        <div className="flex justify-end gap-8">
          <Button onClick={close}>Cancel</Button>
          <Button look="danger" onClick={() => label && void remove(label.label).then(closeWhenDone)}>
            Delete label
          </Button>
        </div>
      </Dialog>
    </ProjectSettingsFrame>
  )
}

function MergeChoice({ label, all, onMerge }: { label: Label | undefined; all: readonly Label[]; onMerge(to: string): void }) {
  const [to, setTo] = useState('')
  return (
    <div className="flex flex-wrap justify-between gap-8">
      <Picker
        label="Merge into"
        chosen={[to]}
        choices={all
          .filter((one) => one.label !== label?.label)
          .map((one) => ({ value: one.label, title: one.label, icon: <ColorDot color={one.color} /> }))}
        onPick={setTo}
        trigger={<Button>{to || 'Choose a label'}</Button>}
      />
      <Button look="primary" disabled={!to} onClick={() => onMerge(to)}>
        Merge labels
      </Button>
    </div>
  )
}
