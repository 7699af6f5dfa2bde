import { Flag, GitBranch, Pencil, Pin, PinOff, RotateCcw, Tag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '../../../commands/registry.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { date, dateTime } from '../../../ui/format.ts'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { Section } from '../../../ui/page.tsx'
import { Picker } from '../../../ui/picker.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { Ago } from '../../../ui/time.tsx'
import { Who } from '../../../ui/marks/who.tsx'
import { HitReasons } from './hit-reasons.tsx'
import { deleteMemory, flagMemory, pinMemory, restoreMemory } from './memory-actions.ts'
import { MemoryForm } from './memory-form.tsx'
import { scopes, trusts } from './memory-row.tsx'
import { useMemorySearch, type Hit, type Memory } from './memory-search-state.ts'

interface SelectedProps {
  id: string
  hit: Hit | undefined
  /** The memories in the list, to say which one it contradicts. */
  others: readonly Memory[]
  place: number | null
}

/** One memory in full: where it comes from, and the actions on it. */
export function SelectedMemory({ id, hit, others, place }: SelectedProps) {
  const shown = others.find((one) => one.id === id)
  const [{ state }] = useMemorySearch()
  // No read returns a deleted memory except the list of deleted ones.
  const read = useRead('getMemory', { memory: id }, { enabled: state !== 'deleted' })
  if (state === 'deleted' && !shown) return null
  if (shown?.deleted_at) return <Details memory={{ ...shown, history: [] }} others={others} />
  return (
    <Loaded read={read}>
      {(memory) => (
        <>
          <Details memory={memory} others={others} />
          {hit && <HitReasons hit={hit} place={place} />}
        </>
      )}
    </Loaded>
  )
}

function Details({ memory, others }: { memory: Memory & { history: readonly Memory[] }; others: readonly Memory[] }) {
  const people = usePeople()
  const [editing, setEditing] = useState<'supersede' | 'edit' | null>(null)
  const valid = [
    memory.valid_from && `from ${date(memory.valid_from)}`,
    memory.valid_until ? `until ${date(memory.valid_until)}` : 'no expiry',
  ]
  return (
    <>
      <Section title="Selected" aside={<Ref name={memory.ref} />}>
        <Markdown text={memory.content} />
        {people.writes && <Actions memory={memory} others={others} onEdit={setEditing} />}
      </Section>
      <Section title="Details">
        <dl className="grid grid-cols-3 gap-y-8">
          <Fact title="Source">
            {memory.sources.length === 0
              ? 'unknown'
              : memory.sources.map((source) => `${source.kind}${source.ref ? ` ${source.ref}` : ''}`).join(', ')}
          </Fact>
          <Fact title="Author">
            <Who actor={people.actor(memory.created_by, memory.created_by_agent_id)} />
          </Fact>
          <Fact title="Trust">
            <Chip>{trusts[memory.trust].word}</Chip>
          </Fact>
          <Fact title="Scope">
            <Chip>{scopes[memory.scope].word}</Chip>
          </Fact>
          <Fact title="Valid">{valid.filter(Boolean).join(', ')}</Fact>
          <Fact title="Last used">{memory.last_used_at ? dateTime(memory.last_used_at) : 'never'}</Fact>
          <Fact title="Written">{dateTime(memory.created_at)}</Fact>
          {memory.tags.length > 0 && (
            <Fact title="Tags">
              <span className="flex flex-wrap gap-4">
                {memory.tags.map((tag) => (
                  <Chip key={tag}>{tag}</Chip>
                ))}
              </span>
            </Fact>
          )}
          <Fact title="Found by">{memory.embedded ? 'text and similarity' : 'text; similarity pending'}</Fact>
        </dl>
      </Section>
      {memory.history.length > 0 && (
        <Section title="Replaced memories" aside={<span className="text-label text-muted">{memory.history.length}</span>}>
          <ol className="flex flex-col gap-8">
            {memory.history.map((old) => (
              <li key={old.id} className="text-muted">
                <p className="line-clamp-3 break-words">{old.content}</p>
                <p className="flex items-baseline gap-8">
                  <span className="font-mono text-label">{old.ref}</span>
                  <Ago at={old.created_at} />
                </p>
              </li>
            ))}
          </ol>
        </Section>
      )}
      <Dialog
        open={editing !== null}
        onOpenChange={(open) => !open && setEditing(null)}
        title={editing === 'edit' ? 'Tags and validity' : 'Replace this memory'}
        about={editing === 'edit' ? 'To change the text, replace the memory.' : 'The old one stays in the history.'}
      >
        {editing && <MemoryForm memory={memory} mode={editing} done={() => setEditing(null)} />}
      </Dialog>
    </>
  )
}

/** Its ref, copied like the key of a task. */
function Ref({ name }: { name: string }) {
  useCommands([
    { id: 'memory copy ref', title: 'Copy ref', group: 'Memory', icon: Tag, keys: 'mod+.', run: () => void copyText(name, name) },
  ])
  return (
    <button
      type="button"
      aria-label={`Copy ${name}`}
      title="Copy"
      className="touch rounded-code font-mono text-label text-muted hover:text-fg"
      onClick={() => void copyText(name, name)}
    >
      {name}
    </button>
  )
}

const Fact = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <>
    <dt className="text-muted">{title}</dt>
    <dd className="col-span-2 min-w-0 break-words">{children}</dd>
  </>
)

interface ActionsProps {
  memory: Memory
  others: readonly Memory[]
  onEdit(mode: 'supersede' | 'edit'): void
}

function Actions({ memory, others, onEdit }: ActionsProps) {
  const org = useOrganization()
  if (memory.deleted_at)
    return (
      <Button className="mt-10" onClick={() => restoreMemory(org, memory)}>
        <RotateCcw />
        Restore
      </Button>
    )
  if (memory.superseded_by) return <p className="mt-10 text-helper text-muted">Replaced by another memory.</p>
  const choices = others
    .filter(({ id }) => id !== memory.id)
    .map((one) => ({ value: one.id, title: `${one.ref} ${one.content.slice(0, 80)}` }))
  return (
    <div className="mt-10 flex flex-wrap gap-6">
      <Button onClick={() => onEdit('supersede')}>
        <GitBranch />
        Replace
      </Button>
      <Button onClick={() => pinMemory(org, memory)}>
        {memory.pinned ? <PinOff /> : <Pin />}
        {memory.pinned ? 'Unpin' : 'Pin'}
      </Button>
      <Button look="quiet" square aria-label="Edit tags and validity" onClick={() => onEdit('edit')}>
        <Pencil />
      </Button>
      <Picker
        label="Contradicts"
        choices={choices}
        chosen={[]}
        onPick={(other) => flagMemory(org, memory, other)}
        trigger={
          <Button look="quiet" square aria-label="Flag a contradiction">
            <Flag />
          </Button>
        }
      />
      <Button look="quiet" square aria-label="Delete memory" onClick={() => deleteMemory(org, memory)}>
        <Trash2 />
      </Button>
    </div>
  )
}
