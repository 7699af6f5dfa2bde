import type { Output } from '@baton/client'
import { ChevronsUpDown } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useOrganization } from '../../../data/organization.ts'
import { useRead } from '../../../data/reads.ts'
import { act } from '../../../data/writes/act.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, Select, TextArea } from '../../../ui/field.tsx'
import { Picker } from '../../../ui/picker.tsx'

export type Workspace = Output<'getWorkspace'>

interface WorkspaceFormProps {
  /** The workspace to edit; without it a new one is created. */
  workspace?: Workspace
  done(slug: string): void
}

/** Sends only the fields that changed. */
export function WorkspaceForm({ workspace, done }: WorkspaceFormProps) {
  const organization = useOrganization()
  const { data: projects } = useRead('listProjects', { limit: 100 })
  const { data: teams } = useRead('listTeams', { limit: 100 }, { enabled: !workspace })
  const before = workspace?.projects.map(({ slug }) => slug) ?? []
  const [name, setName] = useState(workspace?.name ?? '')
  const [description, setDescription] = useState(workspace?.description ?? '')
  const [chosen, setChosen] = useState<readonly string[]>(before)
  const [team, setTeam] = useState('')
  const [busy, setBusy] = useState(false)
  const toggle = (slug: string) => setChosen(chosen.includes(slug) ? chosen.filter((one) => one !== slug) : [...chosen, slug])
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const saved = await (workspace ? change(workspace) : make())
    setBusy(false)
    if (saved) done(saved.slug)
  }
  const make = () =>
    act({
      organization,
      operation: 'createWorkspace',
      input: { name, ...(description && { description }), projects: [...chosen], ...(team && { team }) },
      label: 'Create workspace',
      done: 'Workspace created',
      then: ['listWorkspaces'],
    })
  const change = (of: Workspace) =>
    act({
      organization,
      operation: 'updateWorkspace',
      input: {
        workspace: of.id,
        version: of.version,
        ...(name !== of.name && { name }),
        ...(description !== of.description && { description }),
        ...(chosen.toSorted().join() !== before.toSorted().join() && { projects: [...chosen] }),
      },
      label: 'Save workspace',
      done: 'Saved',
      then: ['getWorkspace', 'listWorkspaces'],
    })
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-12">
      <Field label="Name">
        {(ids) => <Input {...ids} required autoFocus maxLength={120} value={name} onChange={(e) => setName(e.target.value)} />}
      </Field>
      <Field label="Description">
        {(ids) => <TextArea {...ids} rows={3} maxLength={2000} value={description} onChange={(e) => setDescription(e.target.value)} />}
      </Field>
      <Field label="Projects" hint="Teams get access to these, according to their role.">
        {(ids) => (
          <Picker
            label="Projects"
            several
            chosen={chosen}
            choices={(projects?.items ?? []).map(({ slug, name: title, key }) => ({ value: slug, title, words: key }))}
            onPick={toggle}
            trigger={
              <Button {...ids} className="w-full">
                <span className="flex-1 truncate text-left">{chosen.length === 0 ? 'None' : chosen.join(', ')}</span>
                <ChevronsUpDown aria-hidden />
              </Button>
            }
          />
        )}
      </Field>
      {!workspace && (
        <Field label="Owner" hint="One of your teams. You can add more later.">
          {(ids) => (
            <Select {...ids} value={team} onChange={(e) => setTeam(e.target.value)}>
              <option value="">No team</option>
              {(teams?.items ?? []).map((one) => (
                <option key={one.id} value={one.handle}>
                  {one.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Button type="submit" look="primary" busy={busy} className="self-end">
        {workspace ? 'Save' : 'Create workspace'}
      </Button>
    </form>
  )
}
