import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { classes } from '../../../ui/classes.ts'
import { dateTime } from '../../../ui/format.ts'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { Who } from '../../../ui/marks/who.tsx'
import { Alternatives } from './alternatives.tsx'
import { decisionStatuses, DecisionStatus, type Decision } from './decision-status.tsx'

/** One decision on the timeline; it expands in place to show what was chosen and what was not. */
export function DecisionEntry({ decision, successor }: { decision: Decision; successor: Decision | undefined }) {
  const org = useOrganization()
  const { actor } = usePeople()
  const [open, setOpen] = useState(false)
  const id = useId()
  const { icon: Icon, colour } = decisionStatuses[decision.status]
  const over = decision.status === 'superseded' || decision.status === 'rejected'
  const by = decision.decided_by
    ? actor(decision.decided_by, decision.decided_by_agent_id)
    : actor(decision.created_by, decision.created_by_agent_id)
  return (
    <li className="relative flex gap-12 pb-12 before:absolute before:top-24 before:bottom-0 before:left-10 before:border-l before:border-line last:before:hidden">
      <span className="flex size-20 shrink-0 items-center justify-center rounded-full bg-panel">
        <Icon className={classes('size-16', colour)} aria-hidden />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
          <span className="font-mono text-label text-muted">{decision.ref}</span>
          <Link
            to={`/${org}/decisions/${decision.id}`}
            className={classes('min-w-0 rounded-code font-medium break-words hover:underline', over && 'text-muted')}
          >
            {decision.title}
          </Link>
          <Button
            look="quiet"
            square
            className="ml-auto"
            aria-expanded={open}
            aria-controls={id}
            aria-label={`Why ${decision.ref}`}
            onClick={() => setOpen(!open)}
          >
            <ChevronRight className={open ? 'rotate-90' : ''} />
          </Button>
        </div>
        <div className="flex flex-wrap items-center gap-x-12 gap-y-4 text-helper text-muted">
          <DecisionStatus status={decision.status} />
          <Who actor={by} />
          <span>{dateTime(decision.decided_at ?? decision.created_at)}</span>
          {successor && (
            <Link to={`/${org}/decisions/${successor.id}`} className="rounded-code text-accent underline">
              by {successor.ref} {successor.title}
            </Link>
          )}
          {decision.paths.slice(0, 3).map((path) => (
            <Chip key={path} mono>
              {path}
            </Chip>
          ))}
          {decision.paths.length > 3 && <span>and {decision.paths.length - 3} more paths</span>}
        </div>
        <div id={id}>{open && <Why id={decision.id} />}</div>
      </div>
    </li>
  )
}

function Why({ id }: { id: string }) {
  const read = useRead('getDecision', { decision: id })
  return (
    <Loaded read={read}>
      {({ rationale, context, alternatives }) => (
        <div className="mt-8 flex flex-col gap-8 rounded-card border border-line p-12">
          {rationale || context ? <Markdown text={rationale || context} /> : <p className="text-muted">No rationale yet.</p>}
          {alternatives.length > 0 && <Alternatives alternatives={alternatives} />}
        </div>
      )}
    </Loaded>
  )
}
