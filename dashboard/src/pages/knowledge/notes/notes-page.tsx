import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { BookOpen, Lock, Plus, Users } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useCommands } from '../../../commands/registry.ts'
import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { useList } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { More } from '../../../ui/more.tsx'
import { Page } from '../../../ui/page.tsx'
import { Rows } from '../../../ui/row.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { NoteRow } from './note-row.tsx'
import { NoteTree } from './note-tree.tsx'

type Which = 'all' | 'personal' | 'deleted'
interface Search {
  which?: Which
  view?: 'list' | 'tags'
  q?: string
}

/** The notes of a project, or, without a project in the URL, all notes the user can read. */
export function NotesPage() {
  const { slug } = useParams({ strict: false })
  const { which = 'all', view = 'list', q = '' } = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const { writes } = usePeople()
  const [text, setText] = useState(q)
  const wanted = useDeferredValue(text.trim())
  const list = useList('listNotes', {
    ...(slug && which !== 'personal' && { project: slug }),
    ...(which === 'personal' && { personal: true }),
    ...(which === 'deleted' && { deleted: true }),
    ...(wanted && { search: wanted }),
    limit: 100,
  })
  const go = (next: Search) =>
    void navigate({
      to: '.',
      search: Object.fromEntries(
        Object.entries({ which, view, ...(text && { q: text }), ...next }).filter(
          ([, value]) => value !== 'all' && value !== 'list' && value,
        ),
      ) as never,
      replace: true,
    })
  const create = useCreateNote(slug)
  useCommands([
    {
      id: 'new note',
      title: 'New note',
      group: 'Notes',
      icon: Plus,
      keys: 'n',
      writes: true,
      run: () => void create(which !== 'personal'),
    },
  ])
  const newNote = (
    <Menu
      trigger={
        <Button look="primary">
          <Plus aria-hidden /> New note
        </Button>
      }
      items={[
        ...(slug ? [{ title: 'Project', icon: Users, run: () => void create(true) }] : []),
        { title: 'Personal', icon: Lock, run: () => void create(false) },
      ]}
    />
  )
  return (
    <Page
      title="Notes"
      views={
        <>
          <Segmented
            label="Filter notes"
            value={which}
            onChange={(next) => go({ which: next })}
            options={[
              { value: 'all', title: slug ? 'Project' : 'All' },
              { value: 'personal', title: 'Personal' },
              { value: 'deleted', title: 'Deleted' },
            ]}
          />
          <Segmented
            label="Layout"
            value={view}
            onChange={(next) => go({ view: next })}
            options={[
              { value: 'list', title: 'List' },
              { value: 'tags', title: 'By tag' },
            ]}
          />
        </>
      }
      actions={writes && newNote}
    >
      <div className="flex flex-col gap-16">
        <Input
          type="search"
          aria-label="Search notes"
          placeholder="Search notes"
          value={text}
          onChange={(e) => setText(e.target.value)}
          onBlur={() => go({})}
          maxLength={200}
        />
        <Loaded read={list}>
          {() =>
            list.items.length === 0 ? (
              <EmptyState icon={BookOpen} title={wanted ? 'No matching notes' : which === 'deleted' ? 'No deleted notes' : 'No notes yet'}>
                {wanted
                  ? 'Try fewer words.'
                  : which === 'deleted'
                    ? 'Deleted notes can be restored.'
                    : 'Write down what’s worth keeping. Link with [[BAT-12]] or [[Title]]. Agents use create_note.'}
              </EmptyState>
            ) : (
              <>
                {view === 'tags' ? (
                  <NoteTree notes={list.items} />
                ) : (
                  <Rows>
                    {list.items.map((note) => (
                      <NoteRow key={note.id} note={note} />
                    ))}
                  </Rows>
                )}
                <More list={list} />
              </>
            )
          }
        </Loaded>
      </div>
    </Page>
  )
}

/** A new note opens in the editor at once; it starts with a title, which can be edited in place. */
function useCreateNote(project: string | undefined): (shared: boolean) => Promise<void> {
  const organization = useOrganization()
  const navigate = useNavigate()
  return async (shared) => {
    const answer = await act({
      organization,
      operation: 'createNote',
      input: { title: 'New note', ...(shared && project && { project }) },
      label: 'Create note',
      done: 'Note created',
      undo: ({ id }) => ({ organization, operation: 'deleteNote', input: { note: id }, label: 'Delete note' }),
      then: ['listNotes'],
    })
    if (answer) void navigate({ to: `/${organization}/notes/${answer.id}`, search: { edit: true } as never })
  }
}
