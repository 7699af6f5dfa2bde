import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Import } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { clientFor } from '../../data/client.ts'
import { useOrganization } from '../../data/organization.ts'
import { useList, useOwn, useRead } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Field, Select } from '../../ui/field.tsx'
import { plural } from '../../ui/format.ts'
import { More } from '../../ui/more.tsx'
import { Page } from '../../ui/page.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { useCall } from '../settings/use-call.ts'
import { ImportState } from './import-state.tsx'
import { titleOf } from './providers.ts'

interface Chosen {
  provider?: 'linear' | 'jira'
  project?: string
}

/** Imports work from another tracker. */
export function ImportsPage() {
  const org = useOrganization()
  const navigate = useNavigate()
  const { provider, project } = useSearch({ strict: false }) as Chosen
  const { data: projects } = useRead('listProjects', {})
  const integrations = useOwn('listIntegrations', {})
  const slug = project ?? projects?.items[0]?.slug
  const choose = (next: Chosen) =>
    void navigate({ to: '.', search: { ...(provider && { provider }), ...(slug && { project: slug }), ...next } as never, replace: true })
  return (
    <Page title="Import work" about="from Linear or Jira">
      <Loaded read={integrations}>
        {({ items }) => {
          const trackers = items.flatMap((one) => (one.provider === 'slack' ? [] : [one.provider]))
          const from = provider && trackers.includes(provider) ? provider : trackers[0]
          if (!from)
            return (
              <EmptyState
                icon={Import}
                title="Nothing connected yet"
                action={
                  <Button asChild look="primary">
                    <Link to={`/${org}/settings/integrations`}>Connect Linear or Jira</Link>
                  </Button>
                }
              >
                Baton reads with your own token. You’ll see a preview before anything is imported.
              </EmptyState>
            )
          return (
            <div className="flex flex-col gap-16">
              <NewImport
                provider={from}
                trackers={trackers}
                project={slug}
                projects={projects?.items ?? []}
                onProvider={(next) => choose({ provider: next })}
                onProject={(next) => choose({ project: next })}
              />
              {slug && <Earlier project={slug} />}
            </div>
          )
        }}
      </Loaded>
    </Page>
  )
}

interface NewProps {
  provider: 'linear' | 'jira'
  trackers: readonly ('linear' | 'jira')[]
  project: string | undefined
  projects: readonly { slug: string; name: string }[]
  onProvider(provider: 'linear' | 'jira'): void
  onProject(slug: string): void
}

function NewImport({ provider, trackers, project, projects, onProvider, onProject }: NewProps) {
  const org = useOrganization()
  const navigate = useNavigate()
  const call = useCall()
  const sources = useOwn('listImportSources', { provider })
  const [source, setSource] = useState('')
  const [comments, setComments] = useState(true)
  // Linear teams are identified by id, Jira projects by key.
  const nameOf = (one: { id: string; key: string }) => (provider === 'linear' ? one.id : one.key)
  const chosen = source || (sources.data?.items[0] ? nameOf(sources.data.items[0]) : '')
  const start = async (event: FormEvent) => {
    event.preventDefault()
    if (!project || !chosen) return
    const made = await call(() => clientFor(org).startRemoteImport({ project, provider, source: chosen, comments }), {
      then: ['listRemoteImports'],
    })
    if (made) void navigate({ to: `/${org}/import/${made.id}` })
  }
  if (sources.error) return <FailedState error={sources.error} retry={() => void sources.refetch()} />
  if (!sources.data) return <Skeleton rows={3} />
  return (
    <form
      onSubmit={(event) => void start(event)}
      className="flex flex-col gap-12 rounded-card border border-line bg-raised p-16 shadow-card"
    >
      <div className="grid gap-12 wide:grid-cols-3">
        <Field label="From">
          {(ids) => (
            <Select {...ids} value={provider} onChange={(e) => onProvider(e.target.value as 'linear' | 'jira')}>
              {trackers.map((one) => (
                <option key={one} value={one}>
                  {titleOf(one)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={provider === 'linear' ? 'Team' : 'Project'}>
          {(ids) => (
            <Select {...ids} required value={chosen} onChange={(e) => setSource(e.target.value)}>
              {sources.data.items.map((one) => (
                <option key={one.id} value={nameOf(one)}>
                  {one.name} ({one.key})
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Into">
          {(ids) => (
            <Select {...ids} required value={project ?? ''} onChange={(e) => onProject(e.target.value)}>
              {projects.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <label className="touch flex items-center gap-8">
        <Checkbox checked={comments} onChange={(e) => setComments(e.target.checked)} />
        Include comments
      </label>
      <div className="flex flex-wrap items-center justify-end gap-8">
        <p className="text-helper text-muted">You’ll see a preview first.</p>
        <Button type="submit" look="primary" disabled={!project || !chosen}>
          Preview import
        </Button>
      </div>
    </form>
  )
}

function Earlier({ project }: { project: string }) {
  const org = useOrganization()
  const list = useList('listRemoteImports', { project, limit: 20 })
  if (!list.data || list.items.length === 0) return null
  return (
    <section className="flex flex-col gap-8">
      <h2 className="font-medium">Earlier imports</h2>
      <Rows aria-label="Earlier imports">
        {list.items.map((one) => (
          <Row key={one.id} className="flex-wrap">
            <Link to={`/${org}/import/${one.id}`} className="touch min-w-0 flex-1 truncate font-medium hover:underline">
              {titleOf(one.provider)} {one.source}
            </Link>
            <span className="text-helper text-muted">{plural(one.items, 'issue')}</span>
            <ImportState status={one.status} />
            <Ago at={one.created_at} />
          </Row>
        ))}
      </Rows>
      <More list={list} />
    </section>
  )
}
