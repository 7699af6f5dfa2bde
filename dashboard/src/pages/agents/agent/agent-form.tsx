import type { Output } from '@baton/client'
import { useState, type FormEvent } from 'react'
import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Field, Input, Select, TextArea } from '../../../ui/field.tsx'
import { Picker } from '../../../ui/picker.tsx'

type Agent = Output<'getAgent'>
type Scope = Agent['memory_scope']

/** Form to create or edit an agent. `done` gets the slug of a created one. */
export function AgentForm({ agent, done }: { agent?: Agent; done?: (slug: string | null) => void }) {
  const organization = useOrganization()
  const { data: projects } = useRead('listProjects', {})
  const { data: skills } = useRead('listSkills', { limit: 100 })
  const [name, setName] = useState(agent?.name ?? '')
  const [role, setRole] = useState(agent?.role ?? '')
  const [model, setModel] = useState(agent?.model ?? '')
  const [description, setDescription] = useState(agent?.description ?? '')
  const [instructions, setInstructions] = useState(agent?.settings['instructions'] ?? '')
  const [scope, setScope] = useState<Scope>(agent?.memory_scope ?? 'agent')
  const [project, setProject] = useState(projectOf(agent, projects) ?? '')
  const [chosen, setChosen] = useState<string[]>(agent?.skills.map(({ slug }) => slug) ?? [])
  const { instructions: _, ...otherSettings } = agent?.settings ?? {}
  const fields = {
    name: name.trim(),
    description: description.trim(),
    ...(role.trim() && { role: role.trim() }),
    ...(model.trim() && { model: model.trim() }),
    memory_scope: scope,
    skills: chosen,
    settings: { ...otherSettings, ...(instructions.trim() && { instructions: instructions.trim() }) },
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (agent) {
      const before = agent
      await act({
        organization,
        operation: 'updateAgent',
        input: { agent: agent.id, ...fields, project: project || null, version: agent.version },
        label: `Change ${agent.name}`,
        done: `${fields.name} updated`,
        undo: () => ({
          organization,
          operation: 'updateAgent',
          input: {
            agent: before.id,
            name: before.name,
            description: before.description,
            ...(before.role && { role: before.role }),
            ...(before.model && { model: before.model }),
            memory_scope: before.memory_scope,
            skills: before.skills.map(({ slug }) => slug),
            settings: before.settings,
          },
          label: `Restore ${before.name}`,
        }),
      })
      done?.(null)
      return
    }
    const made = await act({
      organization,
      operation: 'createAgent',
      input: { ...fields, ...(project && { project }) },
      label: `Create ${fields.name}`,
      done: `${fields.name} created`,
      undo: ({ id }) => ({ organization, operation: 'deleteAgent', input: { agent: id }, label: `Delete ${fields.name}` }),
    })
    done?.(made?.slug ?? null)
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-12">
      <div className="grid gap-12 wide:grid-cols-2">
        <Field label="Name">
          {(ids) => <Input {...ids} required maxLength={120} value={name} onChange={(e) => setName(e.target.value)} />}
        </Field>
        <Field label="Role" hint="For example: reviewer, tester, docs writer.">
          {(ids) => <Input {...ids} maxLength={80} value={role} onChange={(e) => setRole(e.target.value)} />}
        </Field>
      </div>
      <Field label="Description">
        {(ids) => <TextArea {...ids} rows={2} maxLength={2000} value={description} onChange={(e) => setDescription(e.target.value)} />}
      </Field>
      <Field label="Instructions" hint="Instructions available to the agent’s client.">
        {(ids) => <TextArea {...ids} maxLength={2000} value={instructions} onChange={(e) => setInstructions(e.target.value)} />}
      </Field>
      <div className="grid gap-12 wide:grid-cols-3">
        <Field label="Project">
          {(ids) => (
            <Select {...ids} value={project} onChange={(e) => setProject(e.target.value)}>
              <option value="">Any project</option>
              {projects?.items.map((one) => (
                <option key={one.slug} value={one.slug}>
                  {one.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Memory scope">
          {(ids) => (
            <Select {...ids} value={scope} onChange={(e) => setScope(e.target.value as Scope)}>
              <option value="agent">itself</option>
              <option value="project">its project</option>
              <option value="session">one session</option>
            </Select>
          )}
        </Field>
        <Field label="Model">{(ids) => <Input {...ids} maxLength={120} value={model} onChange={(e) => setModel(e.target.value)} />}</Field>
      </div>
      <div className="flex flex-wrap items-center gap-6">
        <Picker
          label="Skills"
          several
          choices={(skills?.items ?? []).map((one) => ({ value: one.slug, title: one.name }))}
          chosen={chosen}
          onPick={(slug) => setChosen((before) => (before.includes(slug) ? before.filter((one) => one !== slug) : [...before, slug]))}
          trigger={<Button>Choose skills</Button>}
        />
        {chosen.map((slug) => (
          <Chip key={slug}>{skills?.items.find((one) => one.slug === slug)?.name ?? slug}</Chip>
        ))}
      </div>
      <Button type="submit" look="primary" className="self-end" disabled={!name.trim()}>
        {agent ? 'Save changes' : 'Create agent'}
      </Button>
    </form>
  )
}

function projectOf(agent: Agent | undefined, projects: Output<'listProjects'> | undefined): string | undefined {
  return projects?.items.find(({ id }) => id === agent?.project_id)?.slug
}
