import { useNavigate, useParams } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { account } from '../../../data/client.ts'
import { useOrganization } from '../../../data/organization.ts'
import { useOwn } from '../../../data/reads.ts'
import { toast } from '../../../data/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Page } from '../../../ui/page.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { useCall } from '../../settings/use-call.ts'
import { draftOf, EntryForm, unsaved, type Draft } from './entry-form.tsx'
import { EntryRail } from './entry-rail.tsx'
import { kinds, stateTones, stateWords, type Entry, type Kind } from './kinds.ts'

export const PostPage = () => <EntryPage kind="post" />
export const PagePage = () => <EntryPage kind="page" />

function EntryPage({ kind }: { kind: Kind }) {
  const { id = 'new' } = useParams({ strict: false }) as { id?: string }
  return id === 'new' ? <NewEntry kind={kind} /> : <WrittenEntry key={id} id={id} kind={kind} />
}

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
    if (made) void navigate({ to: `/${org}/settings/${path}/${made.id}`, replace: true })
  }
  return (
    <Page title={`New ${one}`} width="reading" own>
      <EntryForm kind={kind} draft={draft} onChange={setDraft} onSave={() => void save()} busy={busy} label="Save draft" changed />
    </Page>
  )
}

function WrittenEntry({ id, kind }: { id: string; kind: Kind }) {
  const read = useOwn('getEntry', { id })
  return <Loaded read={read}>{(entry) => <Editing key={entry.revision} entry={entry} kind={kind} />}</Loaded>
}

function Editing({ entry, kind }: { entry: Entry; kind: Kind }) {
  const { id, version, status, title } = entry
  const { path, list, update, remove } = kinds[kind]
  const org = useOrganization()
  const navigate = useNavigate()
  const call = useCall()
  // What was typed and not saved is still here after a look at another page.
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
    const back = () => void call(() => account.restoreEntry({ id }), { done: 'Back as a draft', then: [list] })
    toast.success(`“${title}” is deleted`, { action: { label: 'Undo', onClick: back } })
    void navigate({ to: `/${org}/settings/${path}` })
  }
  return (
    <Page
      title={title}
      about={<Chip tone={stateTones[status]}>{stateWords[status]}</Chip>}
      width="reading"
      own
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
    </Page>
  )
}
