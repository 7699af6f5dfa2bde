import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import {
  ArrowDownUp,
  ArrowDownToLine,
  Brain,
  CircleDot,
  Eye,
  Flag,
  Layers,
  Pencil,
  Scale,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { money, plural } from '../../../ui/format.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { CheckpointDetails } from './checkpoint-details.tsx'
import { RecalledRows } from './recalled-rows.tsx'
import { isQuiet, type Step } from './steps.ts'
import { stepWords } from './step-words.ts'
import { StoredLink } from './stored-link.tsx'

interface StepListProps {
  steps: readonly Step[]
  /** There were more calls than one response holds. */
  truncated: boolean
  live: boolean
}

/** One row per step; steps that changed nothing are folded and counted. */
export function StepList({ steps, truncated, live }: StepListProps) {
  const { all, newest } = useSearch({ strict: false }) as { all?: boolean; newest?: boolean }
  const navigate = useNavigate()
  const [follow, setFollow] = useState(false)
  const end = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (follow) end.current?.scrollIntoView({ block: 'nearest' })
  }, [follow, newest, steps.length])
  const show = (next: { all?: boolean | undefined; newest?: boolean | undefined }) => {
    const search = { all, newest, ...next }
    void navigate({
      to: '.',
      search: { ...(search.all && { all: true }), ...(search.newest && { newest: true }) } as never,
      replace: true,
    })
  }
  const quiet = steps.filter(isQuiet).length
  const wanted = all ? steps : steps.filter((step) => !isQuiet(step))
  const last = wanted.at(-1)
  const shown = newest ? wanted.toReversed() : wanted
  if (steps.length === 0)
    return (
      <EmptyState icon={Layers} title="No steps yet">
        The session’s tool calls show up here.
      </EmptyState>
    )
  return (
    <div className="flex flex-col">
      {truncated && <p className="pb-8 text-helper text-muted">Only the newest 500 steps are shown.</p>}
      <div className="mb-8 flex flex-wrap gap-6">
        <Button aria-pressed={Boolean(newest)} onClick={() => show({ newest: !newest })}>
          <ArrowDownUp />
          Newest first
        </Button>
        {live && (
          <Button aria-pressed={follow} onClick={() => setFollow(!follow)}>
            <ArrowDownToLine />
            {follow ? 'Following' : 'Follow'}
          </Button>
        )}
      </div>
      {newest && <span ref={end} />}
      <ol aria-label="Steps" className="flex flex-col">
        {shown.map((step, at) => (
          <StepRow key={step.id} step={step} end={at === shown.length - 1} last={step === last} live={live} />
        ))}
      </ol>
      {!newest && <span ref={end} />}
      <p className="flex flex-wrap items-center gap-8 py-8 text-muted">
        {live ? 'Waiting for the next step.' : 'The session is over.'}
        {quiet > 0 && !all && ` ${plural(quiet, 'quieter step')} folded.`}
        {quiet > 0 && (
          <Button look="quiet" className="font-medium text-fg" onClick={() => show({ all: !all })}>
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

/** Description of a call that left nothing in the log. */
function withoutWords({ ok, recalled, tokens }: Step): string {
  if (!ok) return 'Refused'
  if (recalled.length > 0) return `Found ${plural(recalled.length, 'memory', 'memories')}`
  return tokens === null ? 'Read' : `Read ${plural(tokens, 'token')}`
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })

function StepRow({ step, end, last, live }: { step: Step; end: boolean; last: boolean; live: boolean }) {
  const Icon = iconOf(step)
  const result = step.result ?? withoutWords(step)
  return (
    <li className="relative flex gap-12 pb-12">
      {!end && <span aria-hidden className="absolute top-24 bottom-0 left-10 border-l border-line" />}
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
          <span className="w-full shrink-0 truncate text-helper font-medium wide:w-tool" title={step.tool}>
            {stepWords(step.tool)}
          </span>
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
        {step.stored && step.ok && (
          <p className="flex min-w-0">
            <StoredLink stored={step.stored} />
          </p>
        )}
        {step.recalled.length > 0 && <RecalledRows recalled={step.recalled} />}
        {step.checkpoint && <CheckpointDetails checkpoint={step.checkpoint} />}
      </div>
    </li>
  )
}
