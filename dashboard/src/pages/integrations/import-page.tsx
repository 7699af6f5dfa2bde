import type { Output } from '@baton/client'
import { Link, useParams } from '@tanstack/react-router'
import { clientFor } from '../../data/client.ts'
import { useOrganization } from '../../data/organization.ts'
import { usePermissions } from '../../data/permissions.ts'
import { useRead } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { plural } from '../../ui/format.ts'
import { Page, Section } from '../../ui/page.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useCall } from '../settings/use-call.ts'
import { ImportState } from './import-state.tsx'
import { titleOf } from './providers.ts'

type RemoteImport = Output<'getRemoteImport'>
type Preview = NonNullable<RemoteImport['preview']>

/** One import: its reading progress, a preview of what it would do, and its result. */
export function ImportPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const read = useRead('getRemoteImport', { remote_import: id })
  return <Loaded read={read}>{(one) => <Shown one={one} />}</Loaded>
}

function Shown({ one }: { one: RemoteImport }) {
  const org = useOrganization()
  const call = useCall()
  const { writes } = usePermissions()
  const { data: projects } = useRead('listProjects', {})
  const project = projects?.items.find(({ id }) => id === one.project_id)
  const then = ['getRemoteImport', 'listRemoteImports'] as const
  const open = one.status === 'reading' || one.status === 'ready'
  return (
    <Page
      title={`${titleOf(one.provider)} ${one.source}`}
      about={project && `into ${project.name}`}
      views={<ImportState status={one.status} />}
      actions={
        writes && (
          <>
            {open && (
              <Button onClick={() => void call(() => clientFor(org).cancelRemoteImport({ remote_import: one.id }), { then })}>
                Cancel
              </Button>
            )}
            {one.status === 'ready' && (
              <Button look="primary" onClick={() => void call(() => clientFor(org).applyRemoteImport({ remote_import: one.id }), { then })}>
                Import {plural((one.preview?.created ?? 0) + (one.preview?.updated ?? 0), 'item')}
              </Button>
            )}
            {one.status === 'done' && project && (
              <Button asChild look="primary">
                <Link to={`/${org}/p/${project.slug}/board`}>Open board</Link>
              </Button>
            )}
          </>
        )
      }
      rail={one.preview && <Facts preview={one.preview} />}
    >
      <div className="flex flex-col gap-16">
        <p role="status" className={one.failure ? 'text-bad' : 'text-muted'}>
          {one.failure ?? sentence(one)}
        </p>
        {one.preview && <Sample preview={one.preview} />}
      </div>
    </Page>
  )
}

function sentence({ status, items, pages, comments_added, provider }: RemoteImport): string {
  switch (status) {
    case 'reading':
      return `${plural(items, 'issue')} read in ${plural(pages, 'page')}. You can leave this page.`
    case 'ready':
      return 'Preview. Nothing has been imported yet.'
    case 'applying':
      return 'Importing… You can leave this page.'
    case 'commenting':
      return `Imported. ${plural(comments_added, 'comment')} added so far.`
    case 'done':
      return `Done. Importing again only brings changes from ${titleOf(provider)}.`
    default:
      return 'Nothing imported.'
  }
}

function Sample({ preview }: { preview: Preview }) {
  return (
    <>
      <Rows aria-label="Preview">
        {preview.sample.map(({ key, kind, title, status }) => (
          <Row key={`${key} ${title}`}>
            <span className="w-64 shrink-0 truncate font-mono text-label text-muted">{key}</span>
            <span className="min-w-0 flex-1 truncate">{title}</span>
            <Chip>{kind}</Chip>
            <Chip>{status.replaceAll('_', ' ')}</Chip>
          </Row>
        ))}
      </Rows>
      {preview.errors.length + preview.warnings.length > 0 && (
        <section className="flex flex-col gap-8">
          <h2 className="font-medium">Notes</h2>
          <ul className="flex list-disc flex-col gap-4 pl-16">
            {[...preview.errors, ...preview.warnings].map(({ line, field, message }) => (
              <li key={`${line} ${field} ${message}`} className="text-muted">
                Issue {line}
                {field && `, ${field}`}: {message}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Facts({ preview }: { preview: Preview }) {
  const counts: [string, number][] = [
    ['New', preview.created],
    ['Changed', preview.updated],
    ['Unchanged', preview.unchanged],
    ['Epics', preview.epics],
    ['Stories', preview.stories],
    ['Tasks', preview.tasks],
    ['Comments', preview.comments],
  ]
  return (
    <>
      <Section title="Preview">
        <dl className="flex flex-col gap-4">
          {counts.map(([name, count]) => (
            <div key={name} className="flex justify-between">
              <dt className="text-muted">{name}</dt>
              <dd className="font-mono">{count}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title="Statuses">
        <dl className="flex flex-col gap-4">
          {preview.statuses.map(({ name, status, count }) => (
            <div key={name} className="flex justify-between gap-8">
              <dt className="min-w-0 truncate text-muted">
                {name} <span className="font-mono">({count})</span>
              </dt>
              <dd>{status.replaceAll('_', ' ')}</dd>
            </div>
          ))}
        </dl>
      </Section>
      {preview.unknown_people.length > 0 && (
        <Section title="Unknown people">
          <p className="text-muted">Their tasks will be unassigned: {preview.unknown_people.join(', ')}.</p>
        </Section>
      )}
    </>
  )
}
