import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Within } from '../../../data/permissions.ts'
import { useOrganization } from '../../../data/organization.ts'
import { act } from '../../../data/writes/act.ts'
import { usePeople } from '../../../data/people.ts'
import { useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Crumbs } from '../../../ui/crumbs.tsx'
import { InlineTitle } from '../../../ui/inline-title.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { Page } from '../../../ui/page.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { NoteActions } from './note-actions.tsx'
import { tickedLike, withLinks, type Note } from './note-links.ts'
import { NoteRail } from './note-rail.tsx'
import { NoteWriting } from './note-writing.tsx'

export function NotePage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const read = useRead('getNote', { note: id })
  if (read.data)
    return (
      <Within value={read.data.project_id ?? undefined}>
        <Shown key={read.data.id} note={read.data} />
      </Within>
    )
  return (
    <Page title="Note" width="reading">
      <Loaded read={read}>{() => null}</Loaded>
    </Page>
  )
}

function Shown({ note }: { note: Note }) {
  const org = useOrganization()
  const navigate = useNavigate()
  const { writes, members } = usePeople()
  const { edit } = useSearch({ strict: false }) as { edit?: boolean }
  const { data: projects } = useRead('listProjects', {})
  const project = projects?.items.find(({ id }) => id === note.project_id)
  const writing = (on: boolean) => void navigate({ to: '.', search: (on ? { edit: true } : {}) as never, replace: true })
  const rename = (title: string) =>
    act({
      organization: org,
      operation: 'updateNote',
      input: { note: note.id, title },
      base: { title: note.title },
      label: `Rename “${note.title}”`,
      then: ['getNote', 'listNotes'],
    })
  const shown = withLinks(org, note.content, note.links)
  const tick = (content: string) =>
    void act({
      organization: org,
      operation: 'updateNote',
      input: { note: note.id, content },
      base: { content: note.content },
      label: `Edit “${note.title}”`,
      then: ['getNote'],
    })
  const way = project
    ? [
        { to: `/${org}/p/${project.slug}/board`, title: project.name },
        { to: `/${org}/p/${project.slug}/notes`, title: 'Notes' },
      ]
    : [{ to: `/${org}/notes`, title: 'Notes' }]
  return (
    <Page
      title={<Crumbs way={way} here={note.title} />}
      actions={<NoteActions note={note} project={project?.slug} editing={Boolean(edit)} edit={() => writing(true)} />}
      rail={<NoteRail note={note} project={project?.slug} />}
      width="reading"
    >
      <div className="flex flex-col gap-16">
        <InlineTitle key={note.title} value={note.title} label="Note title" onSave={writes ? (title) => void rename(title) : undefined} />
        {edit && writes ? (
          <NoteWriting note={note} close={() => writing(false)} />
        ) : note.content.trim() ? (
          <Markdown
            text={shown}
            names={members.map(({ handle }) => handle)}
            {...(writes && { onTick: (next: string) => tick(tickedLike(note.content, shown, next)) })}
          />
        ) : (
          <p className="flex flex-wrap items-center gap-8">
            <span className="text-muted">Nothing here yet.</span> {writes && <Button onClick={() => writing(true)}>Write</Button>}
          </p>
        )}
      </div>
    </Page>
  )
}
