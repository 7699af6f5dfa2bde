import type { Output } from '@baton/client'
import { plural } from '../../ui/format.ts'
import { span } from './charts/span.ts'

type Insights = Output<'getInsights'>

const percent = (share: number | null | undefined): string => (share === null || share === undefined ? '–' : `${Math.round(share * 100)}%`)
const spanOr = (hours: number | null): string => (hours === null ? '–' : span(hours))

/** The figures that need no chart. */
export function Figures({ insights: { cycle_times, quality, blocked } }: { insights: Insights }) {
  const figures = [
    ['Waiting', spanOr(cycle_times.waiting.median_hours), 'median before work'],
    ['Working', spanOr(cycle_times.working.median_hours), 'median in progress'],
    ['In review', spanOr(cycle_times.in_review.median_hours), 'median in review'],
    ['Blocked', span(blocked.hours), `${plural(blocked.tasks, 'task')}, ${blocked.now} now`],
    ['Reopened', percent(quality.reopen_rate), `${quality.reopened} of ${quality.completed} completed`],
    [
      'Reverted',
      percent(quality.revert_rate),
      quality.merged === null ? 'not by agent or label' : `${quality.reverted} of ${quality.merged} merged`,
    ],
  ]
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line-soft wide:grid-cols-3 rail:grid-cols-6">
      {figures.map(([word, value, about]) => (
        <div key={word} className="flex flex-col bg-raised p-12">
          <dt className="text-helper text-muted">{word}</dt>
          <dd className="text-lead font-semibold">{value}</dd>
          <dd className="text-helper text-muted">{about}</dd>
        </div>
      ))}
    </dl>
  )
}
