import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { FileText, Plus } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '../../../commands/registry.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { useList } from '../../../data/reads.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { More } from '../../../ui/more.tsx'
import { Page } from '../../../ui/page.tsx'
import { Row, Rows } from '../../../ui/row.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { Ago } from '../../../ui/time.tsx'
import { NewSpec } from './new-spec.tsx'
import { specStatuses, SpecStatus, type Spec } from './spec-status.tsx'

interface Search {
  status?: Spec['status']
  tag?: string
}

export function SpecsPage() {
  const { slug = '' } = useParams({ strict: false })
  const { status, tag } = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const { writes } = usePeople()
  const [creating, setCreating] = useState(false)
  const list = useList('listSpecs', { project: slug, ...(status && { status }), ...(tag && { tag }), limit: 50 })
  const go = (next: Search) => void navigate({ to: '.', search: next as never })
  useCommands([{ id: 'new spec', title: 'New spec', group: 'Specs', icon: Plus, keys: 'n', writes: true, run: () => setCreating(true) }])
  const options = [{ value: 'all', title: 'All' }, ...Object.entries(specStatuses).map(([value, { word }]) => ({ value, title: word }))]
  return (
    <Page
      title="Specs"
      views={
        <Segmented
          label="Status"
          value={(status ?? 'all') as string}
          options={options}
          onChange={(next) => go({ ...(tag && { tag }), ...(next !== 'all' && { status: next as Spec['status'] }) })}
        />
      }
      actions={
        writes && (
          <Button look="primary" onClick={() => setCreating(true)}>
            <Plus aria-hidden /> New spec
          </Button>
        )
      }
    >
      {tag && (
        <p className="mb-12 flex items-center gap-8 text-muted">
          Tagged <Chip>{tag}</Chip>
          <Button look="quiet" onClick={() => go({ ...(status && { status }) })}>
            Show all
          </Button>
        </p>
      )}
      <Loaded read={list}>
        {() =>
          list.items.length === 0 ? (
            <EmptyState
              icon={FileText}
              title={status || tag ? 'No matching specs' : 'No specs yet'}
              action={
                writes && !status && !tag ? (
                  <Button look="primary" onClick={() => setCreating(true)}>
                    Create spec
                  </Button>
                ) : undefined
              }
            >
              {status || tag
                ? 'Try another status.'
                : 'Specs describe what to build. Every change is a version, and features are tied to one. Agents use create_spec.'}
            </EmptyState>
          ) : (
            <div className="flex flex-col gap-12">
              <Rows>
                {list.items.map((spec) => (
                  <SpecRow key={spec.id} spec={spec} />
                ))}
              </Rows>
              <More list={list} />
            </div>
          )
        }
      </Loaded>
      <NewSpec project={slug} open={creating} onOpenChange={setCreating} />
    </Page>
  )
}

function SpecRow({ spec }: { spec: Spec }) {
  const org = useOrganization()
  const { actor } = usePeople()
  const by = actor(spec.created_by, spec.created_by_agent_id)
  return (
    <Row className="relative flex-wrap hover:bg-hover wide:flex-nowrap">
      <span className="w-48 shrink-0 font-mono text-label text-muted">{spec.ref}</span>
      <Link to={`/${org}/specs/${spec.id}`} className="min-w-0 flex-1 truncate font-medium after:absolute after:inset-0">
        {spec.title}
      </Link>
      <span className="flex min-w-0 shrink-0 items-center gap-12 max-wide:w-full max-wide:flex-wrap">
        {spec.tags.slice(0, 3).map((tag) => (
          <Chip key={tag}>{tag}</Chip>
        ))}
        <Chip mono>v{spec.latest_version}</Chip>
        <span className="flex items-center text-helper">
          <SpecStatus status={spec.status} />
        </span>
        <span className="flex items-center gap-8 max-wide:ml-auto">
          <Avatar name={by.name} kind={by.kind} size="small" />
          <span className="w-48 text-right">
            <Ago at={spec.updated_at} />
          </span>
        </span>
      </span>
    </Row>
  )
}
