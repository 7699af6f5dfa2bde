import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { act } from '../../../data/writes/act.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input, Select, TextArea } from '../../../ui/field.tsx'

const keyFrom = (name: string) =>
  name
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^[0-9]+/, '')
    .slice(0, 3)

/** A name is enough; the rest has defaults. */
export function NewProject({ org, onClose }: { org: string; onClose(): void }) {
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [key, setKey] = useState<string | null>(null)
  const [description, setDescription] = useState('')
  const [visibility, setVisibility] = useState<'organization' | 'private'>('organization')
  const shown = key ?? keyFrom(name)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    onClose()
    const made = await act({
      organization: org,
      operation: 'createProject',
      input: { name: name.trim(), visibility, ...(shown.length > 1 && { key: shown }), ...(description.trim() && { description }) },
      label: `Create project “${name.trim()}”`,
      then: ['listProjects'],
    })
    if (made) void navigate({ to: `/${org}/p/${made.slug}/board` })
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="New project" about="Projects hold tasks, specs and decisions.">
      <form onSubmit={(event) => void save(event)} className="flex flex-col gap-12">
        <div className="grid gap-12 wide:grid-cols-3">
          <div className="wide:col-span-2">
            <Field label="Name">
              {(ids) => <Input {...ids} required maxLength={120} autoFocus value={name} onChange={(e) => setName(e.target.value)} />}
            </Field>
          </div>
          <Field label="Key" hint={`Tasks are named ${shown.length > 1 ? shown : 'KEY'}-1. Can’t be changed later.`}>
            {(ids) => (
              <Input
                {...ids}
                pattern="[A-Z][A-Z0-9]{1,9}"
                title="2–10 capital letters and digits"
                className="font-mono"
                value={shown}
                onChange={(e) => setKey(e.target.value.toUpperCase())}
              />
            )}
          </Field>
        </div>
        <Field label="Description" hint="Agents read this for context.">
          {(ids) => <TextArea {...ids} value={description} maxLength={20_000} onChange={(e) => setDescription(e.target.value)} />}
        </Field>
        <Field label="Visibility">
          {(ids) => (
            <Select {...ids} value={visibility} onChange={(e) => setVisibility(e.target.value as 'organization' | 'private')}>
              <option value="organization">Everyone in the organization</option>
              <option value="private">Only its members</option>
            </Select>
          )}
        </Field>
        <Button type="submit" look="primary" className="self-end" disabled={!name.trim()}>
          Create project
        </Button>
      </form>
    </Dialog>
  )
}
