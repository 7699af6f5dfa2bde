import { Link } from '@tanstack/react-router'
import { Globe, Lock, Pin } from 'lucide-react'
import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { plainWords } from '../../../ui/markdown/plain-words.ts'
import { Row } from '../../../ui/row.tsx'
import { Ago } from '../../../ui/time.tsx'
import type { NoteLine } from './note-links.ts'

export function NoteRow({ note }: { note: NoteLine }) {
  const organization = useOrganization()
  const { actor, writes } = usePeople()
  const by = actor(note.created_by, note.created_by_agent_id)
  const restore = () =>
    act({
      organization,
      operation: 'restoreNote',
      input: { note: note.id },
      label: `Restore “${note.title}”`,
      done: 'Note restored',
      then: ['listNotes', 'getNote'],
    })
  return (
    <Row className="relative items-start hover:bg-hover">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-6">
          {note.pinned && <Pin className="size-12 shrink-0 text-accent" role="img" aria-label="Pinned" />}
          {note.deleted_at ? (
            <span className="truncate font-medium text-muted">{note.title}</span>
          ) : (
            <Link to={`/${organization}/notes/${note.id}`} className="truncate font-medium after:absolute after:inset-0">
              {note.title}
            </Link>
          )}
          {note.public_slug && <Globe className="size-12 shrink-0 text-muted" role="img" aria-label="Public" />}
          {!note.project_id && <Lock className="size-12 shrink-0 text-muted" role="img" aria-label="Personal" />}
        </p>
        <p className="line-clamp-2 text-helper break-words text-muted">{plainWords(note.excerpt) || 'Empty.'}</p>
        {note.tags.length > 0 && (
          <p className="mt-4 flex flex-wrap gap-4">
            {note.tags.map((tag) => (
              <Chip key={tag}>{tag}</Chip>
            ))}
          </p>
        )}
      </div>
      <span className="flex shrink-0 items-center gap-8">
        {note.deleted_at && writes && <Button onClick={() => void restore()}>Restore</Button>}
        <Avatar name={by.name} kind={by.kind} size="small" />
        <Ago at={note.updated_at} />
      </span>
    </Row>
  )
}
