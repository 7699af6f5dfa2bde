import type { Output } from '@baton/client'
import { plural } from '../../../ui/format.ts'
import { DayAxis, ValueAxis } from './axes.tsx'
import { ChartCard, Legend } from './chart-card.tsx'
import { place, ticksTo, type Box } from './scale.ts'
import { span } from './span.ts'

type Insights = Output<'getInsights'>
type CycleTimes = Insights['cycle_times']

const height = 220
const dayMs = 86_400_000

/** Every completed task: when it was done and how long it took. */
export function CycleTimeChart({ cycleTimes, from, to }: { cycleTimes: CycleTimes; from: string; to: string }) {
  const { cycle, points, truncated } = cycleTimes
  const finding =
    cycle.p85_hours === null ? 'Not enough completed tasks to estimate cycle time' : `85% of tasks finish within ${span(cycle.p85_hours)}`
  const about = `From start to complete, ${truncated ? 'the newest ' : ''}${plural(cycle.count, 'task')}`
  return (
    <ChartCard
      finding={finding}
      about={about}
      name="cycle-times"
      table={{
        columns: ['Task', 'Complete', 'Hours', 'By', 'Verified'],
        rows: points.map(({ key, done_at, hours, by, verified }) => [
          key,
          done_at.slice(0, 16).replace('T', ' '),
          hours,
          by,
          verified ? 'yes' : 'no',
        ]),
      }}
      legend={
        <Legend
          entries={[
            { title: 'Person', mark: <circle cx={5} cy={5} r={4} className="fill-muted" /> },
            { title: 'Agent', mark: <rect x={1} y={1} width={8} height={8} rx={1} className="fill-muted" /> },
            { title: 'Above 85%', mark: <rect x={1} y={1} width={8} height={8} rx={1} className="fill-warn" /> },
          ]}
        />
      }
    >
      {(width) => <Picture {...{ cycleTimes, from, to, width }} label={`Cycle times. ${finding}. ${about}`} />}
    </ChartCard>
  )
}

interface PictureProps {
  cycleTimes: CycleTimes
  from: string
  to: string
  width: number
  label: string
}

function Picture({ cycleTimes: { cycle, points }, from, to, width, label }: PictureProps) {
  const box: Box = { left: 40, right: width - 64, top: 12, bottom: height - 24 }
  const highest = Math.max(1, ...points.map(({ hours }) => hours))
  const unit = highest > 48 ? 24 : 1
  const ticks = ticksTo(highest / unit)
  const [start, end] = [Date.parse(from), Date.parse(to) + dayMs]
  const days = Array.from({ length: Math.round((end - start) / dayMs) }, (_, at) => new Date(start + at * dayMs).toISOString().slice(0, 10))
  const x = (at: string) => place(Date.parse(at), start, end, box.left, box.right)
  const y = (hours: number) => place(hours / unit, 0, ticks.at(-1) ?? 1, box.bottom, box.top)
  // When the two lines are close together, put one label below the other.
  const below = Math.max(y(cycle.p85_hours ?? 0) + 14, y(cycle.median_hours ?? 0))
  const lines = [
    ['85%', cycle.p85_hours, y(cycle.p85_hours ?? 0)],
    ['50%', cycle.median_hours, below],
  ] as const
  return (
    <svg role="img" aria-label={label} width={width} height={height}>
      <ValueAxis box={box} ticks={ticks} format={(tick) => `${tick} ${unit === 24 ? 'd' : 'h'}`} />
      <DayAxis box={box} days={days} />
      {points.map((point) => {
        const look = cycle.p85_hours !== null && point.hours > cycle.p85_hours ? 'fill-warn' : 'fill-ring'
        return point.by === 'agent' ? (
          <rect key={point.key} x={x(point.done_at) - 3} y={y(point.hours) - 3} width={6} height={6} rx={1} className={look} />
        ) : (
          <circle key={point.key} cx={x(point.done_at)} cy={y(point.hours)} r={3} className={look} />
        )
      })}
      {lines.map(([word, hours, wordAt]) =>
        hours === null ? null : (
          <g key={word} aria-hidden>
            <line x1={box.left} x2={box.right} y1={y(hours)} y2={y(hours)} className="stroke-fg" strokeDasharray="4 3" />
            <text x={box.right + 4} y={wordAt + 4} className="fill-fg text-label">
              {word} {span(hours)}
            </text>
          </g>
        ),
      )}
    </svg>
  )
}
