import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input, Select, TextArea } from '../../../ui/field.tsx'
import { asksFor } from '../parts/needs.ts'

export function NewFeature({ project, open, onOpenChange }: { project: string; open: boolean; onOpenChange(open: boolean): void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="New feature" about="Starts at the first gate and advances as evidence is added.">
      <Form project={project} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Form({ project, close }: { project: string; close(): void }) {
  const organization = useOrganization()
  const navigate = useNavigate()
  const { data: workflows } = useRead('listWorkflows', {})
  const { data: specs } = useRead('listSpecs', { project, limit: 100 })
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const [workflow, setWorkflow] = useState('default')
  const [spec, setSpec] = useState('')
  const gates = workflows?.items.find(({ slug }) => slug === workflow)?.gates ?? []
  const save = async (event: FormEvent) => {
    event.preventDefault()
    close()
    const answer = await act({
      organization,
      operation: 'createFeature',
      input: { project, title: title.trim(), workflow, ...(description.trim() && { description }), ...(spec && { spec }) },
      label: `Create “${title.trim()}”`,
      done: 'Feature created',
      undo: ({ id, ref }) => ({ organization, operation: 'deleteFeature', input: { feature: id }, label: `Delete ${ref}` }),
      then: ['listFeatures'],
    })
    if (answer) void navigate({ to: `/${organization}/features/${answer.id}` })
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-12">
      <Field label="Title">
        {(ids) => <Input {...ids} required autoFocus maxLength={300} value={title} onChange={(e) => setTitle(e.target.value)} />}
      </Field>
      <Field label="Description" hint="Markdown. Describe the user benefit.">
        {(ids) => <TextArea {...ids} maxLength={20_000} value={description} onChange={(e) => setDescription(e.target.value)} />}
      </Field>
      <div className="grid gap-12 wide:grid-cols-2">
        <Field label="Workflow" hint={gates.map((gate) => `${gate.name}: ${asksFor(gate)}`).join(' · ')}>
          {(ids) => (
            <Select {...ids} value={workflow} onChange={(e) => setWorkflow(e.target.value)}>
              {workflows?.items.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Spec" hint="The spec version to build. Pre-code evidence is tied to it.">
          {(ids) => (
            <Select {...ids} value={spec} onChange={(e) => setSpec(e.target.value)}>
              <option value="">None yet</option>
              {specs?.items.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.ref} {one.title}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Button type="submit" look="primary" className="self-end" disabled={!title.trim()}>
        Create feature
      </Button>
    </form>
  )
}
