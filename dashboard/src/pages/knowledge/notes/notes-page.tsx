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

/** The notes of a project, or with no project in the address all that one may read. */
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
        ...(slug ? [{ title: 'For the project', icon: Users, run: () => void create(true) }] : []),
        { title: 'Only for me', icon: Lock, run: () => void create(false) },
      ]}
    />
  )
  return (
    <Page
      title="Notes"
      views={
        <>
          <Segmented
            label="Which notes"
            value={which}
            onChange={(next) => go({ which: next })}
            options={[
              { value: 'all', title: slug ? 'Project' : 'All' },
              { value: 'personal', title: 'Personal' },
              { value: 'deleted', title: 'Deleted' },
            ]}
          />
          <Segmented
            label="Shown as"
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
          aria-label="Search the notes"
          placeholder="Search the notes"
          value={text}
          onChange={(e) => setText(e.target.value)}
          onBlur={() => go({})}
          maxLength={200}
        />
        <Loaded read={list}>
          {() =>
            list.items.length === 0 ? (
              <EmptyState icon={BookOpen} title={wanted ? 'No note matches' : which === 'deleted' ? 'Nothing was deleted' : 'No note yet'}>
                {wanted
                  ? 'Try fewer words.'
                  : which === 'deleted'
                    ? 'Deleted notes stay here and can be restored.'
                    : 'Notes keep what is worth finding again. [[BAT-12]] or [[Title]] in one links to it; agents write them with create_note.'}
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

/** A new note opens to be written at once; it has a title from the start, which is changed where it stands. */
function useCreateNote(project: string | undefined): (shared: boolean) => Promise<void> {
  const organization = useOrganization()
  const navigate = useNavigate()
  return async (shared) => {
    const answer = await act({
      organization,
      operation: 'createNote',
      input: { title: 'New note', ...(shared && project && { project }) },
      label: 'Create a note',
      done: 'Note created',
      undo: ({ id }) => ({ organization, operation: 'deleteNote', input: { note: id }, label: 'Delete the new note' }),
      then: ['listNotes'],
    })
    if (answer) void navigate({ to: `/${organization}/notes/${answer.id}`, search: { edit: true } as never })
  }
}
