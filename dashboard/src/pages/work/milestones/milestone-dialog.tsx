import type { Output } from '@baton/client'
import { useState } from 'react'
import { useOrganization } from '../../../data/organization.ts'
import { act } from '../../../data/writes/act.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input, TextArea } from '../../../ui/field.tsx'
import { plural } from '../../../ui/format.ts'

export type Milestone = Output<'listMilestones'>['items'][number]

/** Creates a milestone, or edits an existing one. */
export function MilestoneDialog({ project, milestone, onClose }: { project: string; milestone?: Milestone | undefined; onClose(): void }) {
  const organization = useOrganization()
  const [name, setName] = useState(milestone?.name ?? '')
  const [description, setDescription] = useState(milestone?.description ?? '')
  const [target, setTarget] = useState(milestone?.target_on ?? '')
  const save = async () => {
    const fields = { name: name.trim(), description, target_on: target || null }
    const answer = milestone
      ? await act({
          organization,
          operation: 'updateMilestone',
          input: { milestone: milestone.id, version: milestone.version, ...fields },
          label: `Change ${milestone.name}`,
          then: ['listMilestones'],
        })
      : await act({
          organization,
          operation: 'createMilestone',
          input: { project, ...fields },
          label: `Create ${name}`,
          then: ['listMilestones'],
        })
    if (answer) onClose()
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={milestone ? 'Edit milestone' : 'New milestone'}>
      <form
        className="flex flex-col gap-12"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Field label="Name">
          {(ids) => <Input {...ids} autoFocus required maxLength={120} value={name} onChange={(e) => setName(e.target.value)} />}
        </Field>
        <Field label="Target date">
          {(ids) => <Input {...ids} type="date" value={target} onChange={(e) => setTarget(e.target.value)} />}
        </Field>
        <Field label="Description">
          {(ids) => <TextArea {...ids} maxLength={20_000} value={description} onChange={(e) => setDescription(e.target.value)} />}
        </Field>
        <div className="flex justify-end">
          <Button type="submit" look="primary" disabled={!name.trim()}>
            {milestone ? 'Save' : 'Create milestone'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Asks for confirmation: afterwards nobody knows what belonged to it. */
export function DeleteMilestone({ milestone: { id, name, tasks }, onClose }: { milestone: Milestone; onClose(): void }) {
  const organization = useOrganization()
  const remove = async () => {
    const answer = await act({
      organization,
      operation: 'deleteMilestone',
      input: { milestone: id },
      label: `Delete ${name}`,
      done: `${name} deleted`,
      then: ['listMilestones', 'listTasks', 'getItem'],
    })
    if (answer) onClose()
  }
  const about = tasks.total > 0 ? `Its ${plural(tasks.total, 'task')} will have no milestone.` : 'No tasks belong to it.'
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Delete “${name}”?`} about={`${about} This can’t be undone.`}>
      <div className="flex justify-end gap-8">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" onClick={() => void remove()}>
          Delete milestone
        </Button>
      </div>
    </Dialog>
  )
}
