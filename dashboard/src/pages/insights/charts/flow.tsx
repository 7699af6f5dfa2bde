import type { Output } from '@baton/client'
import { plural } from '../../../ui/format.ts'
import { DayAxis, ValueAxis } from './axes.tsx'
import { ChartCard, Legend } from './chart-card.tsx'
import { path, place, ticksTo, type Box } from './scale.ts'

type Flow = Output<'getInsights'>['flow']

/** From the bottom up: completed work is the lowest layer. Only one layer has the accent color: work that waits for someone else. */
const layers = [
  { status: 'complete', title: 'Complete', look: 'fill-line' },
  { status: 'in_review', title: 'In review', look: 'fill-accent' },
  { status: 'in_progress', title: 'In progress', look: 'fill-ring' },
  { status: 'todo', title: 'Todo', look: 'fill-line-strong' },
  { status: 'backlog', title: 'Backlog', look: 'fill-hover' },
] as const
const height = 200

function findingOf(flow: Flow): string {
  const [now, before] = [flow.at(-1), flow.at(-29)]
  if (!now) return 'No tasks yet'
  if (before && before.in_review > 1 && now.in_review >= before.in_review * 2) return 'Work in review has doubled in four weeks'
  if (before && now.in_progress + now.in_review > (before.in_progress + before.in_review) * 1.5 + 1)
    return 'More work in progress than four weeks ago'
  return `${plural(now.in_progress, 'task')} in progress, ${now.in_review} in review`
}

/** Number of tasks in each status, by day. */
export function FlowChart({ flow }: { flow: Flow }) {
  const finding = findingOf(flow)
  const now = flow.at(-1)
  const about = now ? `${now.todo + now.backlog} to do, ${now.complete} complete; at the end of each day` : 'Tasks at the end of each day'
  return (
    <ChartCard
      finding={finding}
      about={about}
      name="cumulative-flow"
      table={{
        columns: ['Day', 'Backlog', 'Todo', 'In progress', 'In review', 'Complete'],
        rows: flow.map(({ day, backlog, todo, in_progress, in_review, complete }) => [
          day,
          backlog,
          todo,
          in_progress,
          in_review,
          complete,
        ]),
      }}
      legend={
        <Legend
          entries={layers.map(({ title, look }) => ({
            title,
            mark: <rect width={10} height={10} rx={2} className={`${look} stroke-ring`} strokeWidth={0.5} />,
          }))}
        />
      }
    >
      {(width) => <Picture flow={flow} width={width} label={`Cumulative flow. ${finding}. ${about}`} />}
    </ChartCard>
  )
}

function Picture({ flow, width, label }: { flow: Flow; width: number; label: string }) {
  const box: Box = { left: 36, right: width - 12, top: 8, bottom: height - 24 }
  const below = flow.map(() => 0)
  const total = Math.max(1, ...flow.map((day) => layers.reduce((sum, { status }) => sum + day[status], 0)))
  const ticks = ticksTo(total)
  const x = (at: number) => place(at, 0, Math.max(1, flow.length - 1), box.left, box.right)
  const y = (value: number) => place(value, 0, ticks.at(-1) ?? 1, box.bottom, box.top)
  const areas = layers.map(({ status, look }) => {
    const bottom = below.map((value, at) => [x(at), y(value)] as const)
    for (const [at, day] of flow.entries()) below[at] = (below[at] ?? 0) + day[status]
    const top = below.map((value, at) => [x(at), y(value)] as const)
    return { status, look, shape: `${path(top)}${path(bottom.toReversed()).replace('M', 'L')}Z` }
  })
  return (
    <svg role="img" aria-label={label} width={width} height={height}>
      <ValueAxis box={box} ticks={ticks} />
      <DayAxis box={box} days={flow.map(({ day }) => day)} />
      {flow.length > 0 &&
        areas.map(({ status, look, shape }) => <path key={status} d={shape} className={`${look} stroke-panel`} strokeWidth={0.5} />)}
    </svg>
  )
}
