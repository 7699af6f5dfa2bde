import { useNavigate, useSearch } from '@tanstack/react-router'
import { Brain, CircleDot, Eye, Flag, Layers, Pencil, Scale, TriangleAlert, type LucideIcon } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { money, plural } from '../../../ui/format.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { CheckpointDetails } from './checkpoint-details.tsx'
import { RecalledRows } from './recalled-rows.tsx'
import { isQuiet, type Step } from './steps.ts'

interface StepListProps {
  steps: readonly Step[]
  /** There were more calls than one answer holds. */
  truncated: boolean
  live: boolean
}

/** One row for each thing that happened, the oldest first; what changed nothing is folded and counted. */
export function StepList({ steps, truncated, live }: StepListProps) {
  const { all } = useSearch({ strict: false }) as { all?: boolean }
  const navigate = useNavigate()
  const quiet = steps.filter(isQuiet).length
  const shown = all ? steps : steps.filter((step) => !isQuiet(step))
  if (steps.length === 0)
    return (
      <EmptyState icon={Layers} title="No steps yet">
        The session’s tool calls show up here.
      </EmptyState>
    )
  return (
    <div className="flex flex-col">
      {truncated && <p className="pb-8 text-helper text-muted">Only the newest 500 calls are shown.</p>}
      <ol className="flex flex-col">
        {shown.map((step, at) => (
          <StepRow key={step.id} step={step} last={at === shown.length - 1} live={live} />
        ))}
      </ol>
      <p className="flex flex-wrap items-center gap-8 py-8 text-muted">
        {live ? 'Waiting for the next call.' : 'The session is over.'}
        {quiet > 0 && !all && ` ${plural(quiet, 'quieter step')} folded.`}
        {quiet > 0 && (
          <Button
            look="quiet"
            className="font-medium text-fg"
            onClick={() => void navigate({ to: '.', search: (all ? {} : { all: true }) as never, replace: true })}
          >
            {all ? 'Show key steps only' : `Show all ${steps.length}`}
          </Button>
        )}
      </p>
    </div>
  )
}

function iconOf({ tool, kind, ok }: Step): LucideIcon {
  if (!ok) return TriangleAlert
  if (tool.includes('decision')) return Scale
  if (kind === 'knowledge') return Brain
  if (tool.includes('checkpoint')) return Flag
  if (kind === 'mark') return CircleDot
  return kind === 'read' ? Eye : Pencil
}

/** What is known of a call that left nothing in the log. */
function withoutWords({ ok, recalled, tokens }: Step): string {
  if (!ok) return 'Refused'
  if (recalled.length > 0) return `Found ${plural(recalled.length, 'memory', 'memories')}`
  return tokens === null ? 'Read' : `Read ${plural(tokens, 'token')}`
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })

function StepRow({ step, last, live }: { step: Step; last: boolean; live: boolean }) {
  const Icon = iconOf(step)
  const result = step.result ?? withoutWords(step)
  return (
    <li className="relative flex gap-12 pb-12">
      {!last && <span aria-hidden className="absolute top-24 bottom-0 left-10 border-l border-line" />}
      <span
        aria-hidden
        className={classes(
          'z-10 flex size-20 shrink-0 items-center justify-center rounded-control border bg-panel',
          !step.ok ? 'border-bad text-bad' : last && live ? 'border-ok text-ok' : 'border-line text-muted',
          step.kind === 'knowledge' && step.ok && 'text-accent',
        )}
      >
        <Icon className="size-12" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-12 wide:flex-nowrap">
          <code className="w-full shrink-0 truncate font-mono text-helper wide:w-tool">{step.tool}</code>
          <p
            className={classes('min-w-0 flex-1 break-words first-letter:uppercase wide:truncate', step.ok ? '' : 'text-bad')}
            title={result}
          >
            {result}
          </p>
          <span className="flex shrink-0 gap-12 font-mono text-label text-muted">
            {step.milliseconds !== null && <span className="text-right">{step.milliseconds} ms</span>}
            {step.cost !== null && <span>{money(step.cost)}</span>}
            <time dateTime={step.at}>{clock.format(new Date(step.at))}</time>
          </span>
        </div>
        {step.recalled.length > 0 && <RecalledRows recalled={step.recalled} />}
        {step.checkpoint && <CheckpointDetails checkpoint={step.checkpoint} />}
      </div>
    </li>
  )
}
