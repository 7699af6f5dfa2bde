import { useState, type FormEvent } from 'react'
import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, Field, Input, Select, TextArea } from '../../../ui/field.tsx'
import type { Memory } from './memory-search-state.ts'

interface FormProps {
  /** Where a new memory belongs. */
  project?: string
  agent?: string
  /** The memory to edit or to supersede. */
  memory?: Memory
  mode?: 'supersede' | 'edit'
  done(): void
}

const reads = ['listMemories', 'getMemory', 'searchMemory'] as const
const day = (at: string | null | undefined) => at?.slice(0, 10) ?? ''

export function MemoryForm({ project, agent, memory, mode, done }: FormProps) {
  const organization = useOrganization()
  const people = usePeople()
  const { data: projects } = useRead('listProjects', {})
  const [content, setContent] = useState(memory?.content ?? '')
  const [tags, setTags] = useState(memory?.tags.join(', ') ?? '')
  const [from, setFrom] = useState(day(memory?.valid_from))
  const [until, setUntil] = useState(day(memory?.valid_until))
  const [pinned, setPinned] = useState(memory?.pinned ?? false)
  const [whose, setWhose] = useState(project ? `project ${project}` : agent ? `agent ${agent}` : '')
  const own = people.agents.filter((one) => one.owner_id === people.me)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const list = [
      ...new Set(
        tags
          .split(',')
          .map((tag) => tag.trim())
          .filter(Boolean),
      ),
    ]
    const label = mode === 'edit' ? 'Update memory' : mode === 'supersede' ? 'Replace memory' : 'Save memory'
    const entry = { content: content.trim(), tags: list, pinned, ...(from && { valid_from: from }), ...(until && { valid_until: until }) }
    const base = { organization, label, then: reads }
    const [kind, name = ''] = whose.split(' ')
    if (memory && mode === 'edit') {
      const { id, tags: oldTags, valid_from, valid_until } = memory
      await act({
        ...base,
        operation: 'updateMemory',
        input: { memory: id, tags: list, valid_from: from || null, valid_until: until || null },
        done: 'Memory updated',
        undo: () => ({
          organization,
          operation: 'updateMemory',
          input: { memory: id, tags: oldTags, valid_from: iso(valid_from), valid_until: iso(valid_until) },
          label,
        }),
      })
    } else if (memory) {
      await act({
        ...base,
        operation: 'supersedeMemory',
        input: { memory: memory.id, ...entry },
        done: 'Replaced. The old one is in the history.',
      })
    } else {
      await act({
        ...base,
        operation: 'storeMemory',
        input: { ...entry, ...(kind === 'project' ? { project: name } : { agent: name }) },
        done: 'Memory saved',
        undo: ({ id }) => ({ organization, operation: 'deleteMemory', input: { memory: id }, label: 'Delete memory' }),
      })
    }
    done()
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-12">
      {!memory && (
        <Field label="For">
          {(ids) => (
            <Select {...ids} required value={whose} onChange={(event) => setWhose(event.target.value)}>
              <option value="">Choose a project or one of your agents</option>
              {projects?.items.map((one) => (
                <option key={one.slug} value={`project ${one.slug}`}>
                  Project {one.name}
                </option>
              ))}
              {own.map((one) => (
                <option key={one.slug} value={`agent ${one.slug}`}>
                  Agent {one.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {mode !== 'edit' && (
        <Field label="Memory" hint="Keep it to one fact.">
          {(ids) => (
            <TextArea {...ids} required rows={4} maxLength={20_000} value={content} onChange={(event) => setContent(event.target.value)} />
          )}
        </Field>
      )}
      <Field label="Tags" hint="Separate with commas.">
        {(ids) => <Input {...ids} value={tags} onChange={(event) => setTags(event.target.value)} />}
      </Field>
      <div className="grid gap-12 wide:grid-cols-2">
        <Field label="Valid from">
          {(ids) => <Input {...ids} type="date" value={from} onChange={(event) => setFrom(event.target.value)} />}
        </Field>
        <Field label="Valid until">
          {(ids) => <Input {...ids} type="date" value={until} onChange={(event) => setUntil(event.target.value)} />}
        </Field>
      </div>
      {mode !== 'edit' && (
        <label className="touch flex items-center gap-8">
          <Checkbox checked={pinned} onChange={(event) => setPinned(event.target.checked)} />
          Pin: agents see it first
        </label>
      )}
      <Button type="submit" look="primary" className="self-end" disabled={!memory && (!content.trim() || !whose)}>
        {mode === 'edit' ? 'Save changes' : mode === 'supersede' ? 'Replace memory' : 'Save memory'}
      </Button>
    </form>
  )
}

const iso = (at: string | null): string | null => (at === null ? null : new Date(at).toISOString())
