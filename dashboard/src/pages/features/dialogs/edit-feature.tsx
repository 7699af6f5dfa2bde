import { useState, type FormEvent } from 'react'
import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input, TextArea } from '../../../ui/field.tsx'
import type { Feature } from '../parts/words.ts'

const passages = [
  { name: 'summary', label: 'Summary', hint: 'What was done, for approvers.' },
  { name: 'recommendation', label: 'Recommendation', hint: 'What you recommend.' },
  { name: 'risks', label: 'Risks', hint: 'What could go wrong, and how you’d notice.' },
] as const

export function EditFeature({ feature, open, onOpenChange }: { feature: Feature; open: boolean; onOpenChange(open: boolean): void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`Edit ${feature.ref}`} at="side">
      <Form feature={feature} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Form({ feature, close }: { feature: Feature; close(): void }) {
  const organization = useOrganization()
  const { title, description, summary, recommendation, risks } = feature
  const [draft, setDraft] = useState({ title, description, summary, recommendation, risks })
  const set = (name: keyof typeof draft) => (event: { target: { value: string } }) => setDraft({ ...draft, [name]: event.target.value })
  const changed = Object.fromEntries(Object.entries(draft).filter(([name, value]) => feature[name as keyof typeof draft] !== value))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const answer = await act({
      organization,
      operation: 'updateFeature',
      input: { feature: feature.id, ...changed, version: feature.version },
      label: `Change ${feature.ref}`,
      done: 'Saved',
      then: ['getFeature', 'listFeatures'],
    })
    // Keep what was typed if someone else saved first.
    if (answer) close()
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-12">
      <Field label="Title">{(ids) => <Input {...ids} required maxLength={300} value={draft.title} onChange={set('title')} />}</Field>
      <Field label="Description" hint="Markdown. Describe the user benefit.">
        {(ids) => <TextArea {...ids} rows={5} maxLength={20_000} value={draft.description} onChange={set('description')} />}
      </Field>
      <h3 className="mt-8 font-medium">What approvers read</h3>
      {passages.map(({ name, label, hint }) => (
        <Field key={name} label={label} hint={hint}>
          {(ids) => <TextArea {...ids} rows={3} maxLength={4000} value={draft[name]} onChange={set(name)} />}
        </Field>
      ))}
      <Button type="submit" look="primary" className="self-end" disabled={Object.keys(changed).length === 0 || !draft.title.trim()}>
        Save
      </Button>
    </form>
  )
}
