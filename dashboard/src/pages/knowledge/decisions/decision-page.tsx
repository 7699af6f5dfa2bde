import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { act } from '../../../data/writes/act.ts'
import { Within } from '../../../data/permissions.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { useRead } from '../../../data/reads.ts'
import { Crumbs } from '../../../ui/crumbs.tsx'
import { InlineTitle } from '../../../ui/inline-title.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { Page } from '../../../ui/page.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { Alternatives } from './alternatives.tsx'
import { DecisionActions } from './decision-actions.tsx'
import { DecisionRail } from './decision-rail.tsx'
import type { DecisionDetails } from './decision-status.tsx'
import { DecisionVerdict } from './decision-verdict.tsx'
import { Discussion } from './discussion.tsx'
import { Outcome } from './outcome.tsx'

/** One decision: its status, what was chosen, the alternatives, and the discussion. */
export function DecisionPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const read = useRead('getDecision', { decision: id })
  if (read.data)
    return (
      <Within value={read.data.project_id ?? undefined}>
        <Shown decision={read.data} />
      </Within>
    )
  return (
    <Page title="Decision" width="reading">
      <Loaded read={read}>{() => null}</Loaded>
    </Page>
  )
}

function Shown({ decision }: { decision: DecisionDetails }) {
  const org = useOrganization()
  const { writes } = usePeople()
  const { data: projects } = useRead('listProjects', {})
  const project = projects?.items.find(({ id }) => id === decision.project_id)
  const rename = (title: string) =>
    act({
      organization: org,
      operation: 'updateDecision',
      input: { decision: decision.id, title },
      label: `Rename ${decision.ref}`,
      then: ['getDecision', 'listDecisions'],
    })
  const way = project
    ? [
        { to: `/${org}/p/${project.slug}/board`, title: project.name },
        { to: `/${org}/p/${project.slug}/decisions`, title: 'Decisions' },
      ]
    : []
  const open = decision.status === 'proposed' && writes
  return (
    <Page
      title={<Crumbs way={way} here={decision.ref} />}
      actions={<DecisionActions decision={decision} project={project?.slug} />}
      rail={<DecisionRail decision={decision} project={project?.slug} />}
      width="reading"
    >
      <div className="flex flex-col gap-20">
        <InlineTitle
          key={decision.title}
          value={decision.title}
          label="Decision title"
          onSave={open ? (title) => void rename(title) : undefined}
        />
        <DecisionVerdict decision={decision} />
        {decision.superseded_by_decision && (
          <p className="rounded-card border border-line bg-sunken p-12 text-muted">
            No longer active. Superseded by{' '}
            <Link to={`/${org}/decisions/${decision.superseded_by_decision.id}`} className="text-accent underline">
              {decision.superseded_by_decision.ref} {decision.superseded_by_decision.title}
            </Link>
            .
          </p>
        )}
        {decision.context && (
          <Part title="Context">
            <Markdown text={decision.context} />
          </Part>
        )}
        <Part title="Decision and rationale">
          {decision.rationale ? <Markdown text={decision.rationale} /> : <p className="text-muted">No rationale yet.</p>}
        </Part>
        {decision.alternatives.length > 0 && (
          <Part title="Alternatives">
            <Alternatives alternatives={decision.alternatives} />
          </Part>
        )}
        <Part title="Outcome">
          <Outcome decision={decision} />
        </Part>
        <Discussion decision={decision} />
      </div>
    </Page>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-6">
      <h3 className="font-medium">{title}</h3>
      {children}
    </section>
  )
}
