import { Rows } from '../../../ui/row.tsx'
import type { NoteLine } from './note-links.ts'
import { NoteRow } from './note-row.tsx'

/** Notes grouped by tag; a note appears under each of its tags. */
export function NoteTree({ notes }: { notes: readonly NoteLine[] }) {
  const tags = [...new Set(notes.flatMap((note) => note.tags))].toSorted((a, b) => a.localeCompare(b))
  const groups = [
    ...tags.map((tag) => ({ tag, notes: notes.filter((note) => note.tags.includes(tag)) })),
    { tag: 'Untagged', notes: notes.filter((note) => note.tags.length === 0) },
  ].filter((group) => group.notes.length > 0)
  return (
    <div className="flex flex-col gap-12">
      {groups.map((group) => (
        <details key={group.tag} open>
          <summary className="touch mb-6 rounded-control font-medium">
            {group.tag} <span className="font-mono text-label font-normal text-muted">{group.notes.length}</span>
          </summary>
          <Rows>
            {group.notes.map((note) => (
              <NoteRow key={note.id} note={note} />
            ))}
          </Rows>
        </details>
      ))}
    </div>
  )
}
