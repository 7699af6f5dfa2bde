import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, Globe, GlobeLock, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useCommands } from '../../../commands/registry.ts'
import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import { publicAddress, type Note } from './note-links.ts'

const then = ['getNote', 'listNotes'] as const

interface ActionsProps {
  note: Note
  project: string | undefined
  editing: boolean
  edit(): void
}

export function NoteActions({ note, project, editing, edit }: ActionsProps) {
  const organization = useOrganization()
  const navigate = useNavigate()
  const { writes, manages } = usePeople()
  const [publishing, setPublishing] = useState(false)
  const input = { note: note.id }
  const pin = () =>
    act({
      organization,
      operation: 'updateNote',
      input: { ...input, pinned: !note.pinned },
      label: note.pinned ? 'Unpin note' : 'Pin note',
      done: note.pinned ? 'Unpinned' : 'Pinned',
      undo: () => ({ organization, operation: 'updateNote', input: { ...input, pinned: note.pinned }, label: 'Undo' }),
      then,
    })
  const unpublish = () => {
    const slug = note.public_slug
    return act({
      organization,
      operation: 'unpublishNote',
      input,
      label: 'Unpublish note',
      done: 'Note unpublished',
      ...(slug && {
        undo: () => ({ organization, operation: 'publishNote' as const, input: { ...input, slug }, label: 'Publish note' }),
      }),
      then,
    })
  }
  const remove = async () => {
    const answer = await act({
      organization,
      operation: 'deleteNote',
      input,
      label: `Delete “${note.title}”`,
      done: 'Note deleted',
      undo: () => ({ organization, operation: 'restoreNote', input, label: `Restore “${note.title}”` }),
      then: ['listNotes'],
    })
    if (answer) void navigate({ to: project ? `/${organization}/p/${project}/notes` : `/${organization}/notes` })
  }
  // Only those who manage can publish a project's note.
  const publishes = !note.project_id || manages
  const items: MenuItem[] = [
    note.pinned ? { title: 'Unpin', icon: PinOff, run: () => void pin() } : { title: 'Pin', icon: Pin, run: () => void pin() },
    ...(note.public_slug
      ? [{ title: 'Unpublish', icon: GlobeLock, run: () => void unpublish() }]
      : [{ title: publishes ? 'Publish…' : 'Publish (admins only)', icon: Globe, disabled: !publishes, run: () => setPublishing(true) }]),
    { title: 'Delete', icon: Trash2, danger: true, run: () => void remove() },
  ]
  useCommands(
    writes
      ? [
          { id: 'note edit', title: 'Edit note', group: 'Note', icon: Pencil, keys: 'e', run: edit },
          ...items.map((item) => ({ ...item, id: `note ${item.title}`, title: item.title.replace('…', ''), group: 'Note' })),
        ]
      : [],
  )
  if (!writes) return null
  return (
    <>
      {!editing && (
        <Button onClick={edit}>
          <Pencil aria-hidden /> Edit
        </Button>
      )}
      <Menu
        trigger={
          <Button look="quiet" square aria-label="More actions">
            <Ellipsis />
          </Button>
        }
        items={items}
      />
      <Dialog
        open={publishing}
        onOpenChange={setPublishing}
        title="Publish note"
        about="Anyone with the link can read it, without logging in. Later changes are public immediately."
      >
        <Publish note={note} close={() => setPublishing(false)} />
      </Dialog>
    </>
  )
}

function Publish({ note, close }: { note: Note; close(): void }) {
  const organization = useOrganization()
  const [slug, setSlug] = useState('')
  const publish = (event: FormEvent) => {
    event.preventDefault()
    close()
    void act({
      organization,
      operation: 'publishNote',
      input: { note: note.id, ...(slug.trim() && { slug: slug.trim() }) },
      label: `Publish “${note.title}”`,
      done: 'Note published',
      undo: () => ({ organization, operation: 'unpublishNote', input: { note: note.id }, label: 'Unpublish note' }),
      then,
    })
  }
  return (
    <form onSubmit={publish} className="flex flex-col gap-12">
      <Field label="Address" hint={slug ? publicAddress(slug) : 'Leave empty to generate it from the title.'}>
        {(ids) => (
          <Input
            {...ids}
            autoFocus
            minLength={2}
            maxLength={64}
            pattern="[a-z0-9](-?[a-z0-9])*"
            title="Lowercase letters, digits and single dashes"
            className="font-mono"
            value={slug}
            onChange={(e) => setSlug(e.target.value)}
          />
        )}
      </Field>
      <Button type="submit" look="primary" className="self-end">
        Publish
      </Button>
    </form>
  )
}
