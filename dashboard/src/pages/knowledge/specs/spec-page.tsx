import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { act } from '../../../data/writes/act.ts'
import { Within } from '../../../data/permissions.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Crumbs } from '../../../ui/crumbs.tsx'
import { InlineTitle } from '../../../ui/inline-title.tsx'
import { Page } from '../../../ui/page.tsx'
import { Loaded, Skeleton } from '../../../ui/states.tsx'
import { SpecActions } from './spec-actions.tsx'
import { SpecCompare } from './spec-compare.tsx'
import { SpecEdit } from './spec-edit.tsx'
import { SpecRail } from './spec-rail.tsx'
import { SpecReading } from './spec-reading.tsx'
import { withoutTitle } from './sections.ts'
import { useSpec, type SpecDetails } from './use-spec.ts'

interface Search {
  version?: number
  from?: number
  to?: number
  edit?: boolean
}

/** A spec at any version; its diff and its editor are states of the same URL. */
export function SpecPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const search = useSearch({ strict: false }) as Search
  const { body, ...read } = useSpec(id, search.edit ? undefined : search.version)
  if (!read.data)
    return (
      <Page title="Spec" width="reading">
        <Loaded read={read}>{() => null}</Loaded>
      </Page>
    )
  return (
    <Within value={read.data.project_id}>
      <Shown spec={read.data} body={body} search={search} />
    </Within>
  )
}

function Shown({ spec, body, search }: { spec: SpecDetails; body: string | undefined; search: Search }) {
  const org = useOrganization()
  const navigate = useNavigate()
  const { writes } = usePeople()
  const { data: projects } = useRead('listProjects', {})
  const project = projects?.items.find(({ id }) => id === spec.project_id)
  const go = (next: Search) => void navigate({ to: '.', search: next as never })
  const rename = (title: string) =>
    act({
      organization: org,
      operation: 'updateSpec',
      input: { spec: spec.id, title },
      label: `Rename ${spec.ref}`,
      then: ['getSpec', 'listSpecs'],
    })
  const way = project
    ? [
        { to: `/${org}/p/${project.slug}/board`, title: project.name },
        { to: `/${org}/p/${project.slug}/specs`, title: 'Specs' },
      ]
    : []
  const { latest_version: latest } = spec
  const comparing = search.to !== undefined || search.from !== undefined
  const old = search.version !== undefined && search.version !== latest && !search.edit && !comparing
  return (
    <Page
      title={<Crumbs way={way} here={spec.ref} />}
      actions={
        <SpecActions
          spec={spec}
          project={project?.slug ?? ''}
          editing={Boolean(search.edit)}
          edit={() => go({ edit: true })}
          compare={() => go({ from: Math.max(0, latest - 1), to: latest })}
        />
      }
      rail={<SpecRail spec={spec} body={body} />}
      width="reading"
    >
      <div className="flex flex-col gap-16">
        <InlineTitle key={spec.title} value={spec.title} label="Spec title" onSave={writes ? (title) => void rename(title) : undefined} />
        {old && (
          <p className="flex flex-wrap items-center gap-8 rounded-card border border-line bg-sunken p-12 text-muted">
            <span className="max-wide:w-full wide:flex-1">
              This is version {search.version}. Version {latest} is the latest.
            </span>
            <Button onClick={() => go({ from: search.version ?? 1, to: latest })}>Compare with latest</Button>
            <Button onClick={() => go({})}>Open latest</Button>
          </p>
        )}
        {comparing ? (
          <SpecCompare
            spec={spec.id}
            from={search.from ?? Math.max(0, (search.to ?? latest) - 1)}
            to={search.to ?? latest}
            latest={latest}
          />
        ) : body === undefined ? (
          <Skeleton />
        ) : search.edit && writes ? (
          <SpecEdit spec={spec} body={body} close={() => go({})} />
        ) : (
          <SpecReading body={withoutTitle(body, spec.title)} />
        )}
      </div>
    </Page>
  )
}
