import { Globe, Lock } from 'lucide-react'
import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { Chip } from '../../../ui/chip.tsx'
import { CopyButton } from '../../../ui/copy.tsx'
import { date } from '../../../ui/format.ts'
import { Section } from '../../../ui/page.tsx'
import { Properties, Property } from '../../../ui/marks/property.tsx'
import { Ago } from '../../../ui/time.tsx'
import { Who } from '../../../ui/marks/who.tsx'
import { LinkedList } from '../linked-list.tsx'
import { LinkPicker } from '../link-picker.tsx'
import { Tags } from '../tags.tsx'
import { publicAddress, type Note } from './note-links.ts'

export function NoteRail({ note, project }: { note: Note; project: string | undefined }) {
  const organization = useOrganization()
  const { actor, writes } = usePeople()
  const update = (fields: { tags?: string[]; links?: string[] }, done: string) =>
    void act({
      organization,
      operation: 'updateNote',
      input: { note: note.id, ...fields },
      ...(fields.tags && { base: { tags: note.tags } }),
      label: `Change “${note.title}”`,
      done,
      then: ['getNote', 'listNotes'],
    })
  const names = note.links.map(({ id }) => id)
  return (
    <>
      <Section title="Properties">
        <Properties>
          <Property name="Seen by">
            {note.public_slug ? (
              <>
                <Globe className="size-16 text-muted" aria-hidden /> Everyone
              </>
            ) : note.project_id ? (
              'Project members'
            ) : (
              <>
                <Lock className="size-16 text-muted" aria-hidden /> Only you
              </>
            )}
          </Property>
          <Property name="Written by">
            <Who actor={actor(note.created_by, note.created_by_agent_id)} />
          </Property>
          <Property name="Created">{date(note.created_at)}</Property>
          <Property name="Updated">
            <Ago at={note.updated_at} />
          </Property>
          {note.pinned && <Property name="Pinned">Yes</Property>}
          <Property name="Tags">
            <Tags tags={note.tags} onChange={writes ? (tags) => update({ tags }, 'Tags changed') : undefined} />
          </Property>
        </Properties>
      </Section>
      {note.public_slug && (
        <Section title="Public URL" aside={<CopyButton text={publicAddress(note.public_slug)} label="Copy public URL" />}>
          <a
            href={publicAddress(note.public_slug)}
            target="_blank"
            rel="noreferrer noopener"
            className="font-mono text-helper break-all text-accent underline"
          >
            {publicAddress(note.public_slug)}
          </a>
        </Section>
      )}
      <Section title="Linked from">
        {note.backlinks.length > 0 ? (
          <LinkedList items={note.backlinks} />
        ) : (
          <p className="text-helper text-muted">Nothing links here yet. Write [[{note.title}]] in another note.</p>
        )}
      </Section>
      <Section title="Links to">
        <div className="flex flex-col items-start gap-6">
          {note.links.length > 0 && (
            <div className="w-full">
              <LinkedList items={note.links} />
            </div>
          )}
          {note.unresolved.length > 0 && (
            <div className="flex flex-wrap items-center gap-4 text-helper text-muted">
              Unresolved links:
              {note.unresolved.map((name) => (
                <Chip key={name} dashed>
                  {name}
                </Chip>
              ))}
            </div>
          )}
          {writes && <LinkPicker project={project} linked={note.links} onLink={(name) => update({ links: [...names, name] }, 'Linked')} />}
        </div>
      </Section>
    </>
  )
}
