import { classes } from '../../../ui/classes.ts'
import type { Step, StepKind } from './steps.ts'

const looks: Record<StepKind | 'now', { word: string; bar: string; fill: string }> = {
  read: { word: 'read', bar: 'h-8', fill: 'bg-line-strong' },
  edit: { word: 'edit', bar: 'h-16', fill: 'bg-ring' },
  mark: { word: 'checkpoint or claim', bar: 'h-20', fill: 'bg-muted' },
  knowledge: { word: 'memory or decision', bar: 'h-24', fill: 'bg-accent' },
  now: { word: 'now', bar: 'h-24', fill: 'bg-ok' },
}
const maxSteps = 90

/** The whole session at a glance; the list below says the same in text. */
export function StepBars({ steps, live }: { steps: readonly Step[]; live: boolean }) {
  if (steps.length === 0) return null
  const shown = steps.slice(-maxSteps)
  const kinds = (Object.keys(looks) as (StepKind | 'now')[]).filter((kind) =>
    kind === 'now' ? live : shown.some((step) => step.kind === kind),
  )
  return (
    <div aria-hidden className="flex flex-col gap-6">
      <div className="flex items-end gap-2 overflow-hidden">
        {shown.map((step) => (
          <span key={step.id} className={classes('min-w-2 max-w-16 flex-1 rounded-code', looks[step.kind].bar, looks[step.kind].fill)} />
        ))}
        {live && <span className={classes('min-w-2 max-w-16 flex-1 rounded-code', looks.now.bar, looks.now.fill)} />}
      </div>
      <div className="flex flex-wrap gap-x-12 text-label text-muted">
        {kinds.map((kind) => (
          <span key={kind} className="inline-flex items-center gap-4">
            <span className={classes('size-8 rounded-code', looks[kind].fill)} />
            {looks[kind].word}
          </span>
        ))}
      </div>
    </div>
  )
}
