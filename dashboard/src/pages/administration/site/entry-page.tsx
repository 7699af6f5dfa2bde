import { Link, useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { account } from '../../../data/client.ts'
import { useOrganization } from '../../../data/organization.ts'
import { useOwn } from '../../../data/reads.ts'
import { toast } from '../../../data/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { useCall } from '../../settings/use-call.ts'
import { AdminFrame } from '../admin-frame.tsx'
import { draftOf, EntryForm, unsaved, type Draft } from './entry-form.tsx'
import { EntryRail } from './entry-rail.tsx'
import { kinds, stateTones, stateWords, type Entry, type Kind } from './kinds.ts'

export const PostPage = ({ id }: { id: string }) => <EntryPage id={id} kind="post" />
export const PagePage = ({ id }: { id: string }) => <EntryPage id={id} kind="page" />

const EntryPage = ({ id, kind }: { id: string; kind: Kind }) =>
  id === 'new' ? <NewEntry kind={kind} /> : <WrittenEntry id={id} kind={kind} />

const nothing: Draft = { title: '', slug: '', summary: '', body: '', category: '' }

function NewEntry({ kind }: { kind: Kind }) {
  const { one, path, list, create } = kinds[kind]
  const org = useOrganization()
  const navigate = useNavigate()
  const call = useCall()
  const [draft, setDraft] = useState<Draft>(nothing)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const { title, slug, summary, body, category } = draft
    const input = { title, summary, body, ...(slug && { slug }), ...(category && { category }) }
    const made = await call(() => create(input), { done: 'Draft saved', then: [list] })
    setBusy(false)
    if (made) void navigate({ to: `/${org}/admin/${path}/${made.id}`, replace: true })
  }
  return (
    <AdminFrame title={`New ${one}`}>
      <EntryForm kind={kind} draft={draft} onChange={setDraft} onSave={() => void save()} busy={busy} label="Save draft" changed />
    </AdminFrame>
  )
}

function WrittenEntry({ id, kind }: { id: string; kind: Kind }) {
  const read = useOwn('getEntry', { id })
  if (read.data) return <Editing key={read.data.revision} entry={read.data} kind={kind} />
  return (
    <AdminFrame title={kinds[kind].title}>
      <Loaded read={read}>{() => null}</Loaded>
    </AdminFrame>
  )
}

function Editing({ entry, kind }: { entry: Entry; kind: Kind }) {
  const { id, version, status, title } = entry
  const { path, list, update, remove } = kinds[kind]
  const org = useOrganization()
  const navigate = useNavigate()
  const call = useCall()
  // An unsaved draft survives a visit to another page.
  const [draft, setDraft] = useState<Draft>(unsaved.get(id) ?? draftOf(entry))
  const [busy, setBusy] = useState(false)
  const before = draftOf(entry)
  const changed = (Object.keys(draft) as (keyof Draft)[]).filter((field) => draft[field] !== before[field])
  const then = [list, 'getEntry', 'listEntryRevisions'] as const
  const change = (next: Draft) => {
    unsaved.set(id, next)
    setDraft(next)
  }
  const save = async (more: { status?: Entry['status']; publish_at?: string } = {}, done = 'Saved') => {
    setBusy(true)
    const { category, ...texts } = Object.fromEntries(changed.map((field) => [field, draft[field]])) as Partial<Draft>
    const fields = { ...texts, ...(category !== undefined && { category: category || null }) }
    const saved = await call(() => update(id, { version, ...fields, ...more }), { done, then })
    setBusy(false)
    if (saved) unsaved.delete(id)
  }
  const discard = async () => {
    const gone = await call(() => remove(id), { then: [list] })
    if (!gone) return
    unsaved.delete(id)
    const back = () => void call(() => account.restoreEntry({ id }), { done: 'Restored as draft', then: [list] })
    toast.success(`“${title}” deleted`, { action: { label: 'Undo', onClick: back } })
    void navigate({ to: `/${org}/admin/${path}` })
  }
  return (
    <AdminFrame
      title={
        <>
          <Link to={`/${org}/admin/${path}`} className="rounded-code font-normal text-muted hover:text-fg">
            {kinds[kind].title}
          </Link>
          <span className="font-normal text-faint" aria-hidden>
            /
          </span>
          <span className="truncate">{title}</span> <Chip tone={stateTones[status]}>{stateWords[status]}</Chip>
        </>
      }
      actions={
        <Button look="quiet" onClick={() => void discard()}>
          <Trash2 aria-hidden /> Delete
        </Button>
      }
      rail={<EntryRail entry={entry} busy={busy} unsaved={changed.length > 0} onSave={(more, done) => void save(more, done)} />}
    >
      <EntryForm
        kind={kind}
        draft={draft}
        onChange={change}
        onSave={() => void save()}
        busy={busy}
        label={status === 'published' ? 'Save and publish changes' : 'Save'}
        changed={changed.length > 0}
      />
    </AdminFrame>
  )
}
