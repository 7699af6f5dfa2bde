import type { Output } from '@baton/client'
import { date, plural } from '../../../ui/format.ts'
import { DayAxis, ValueAxis } from './axes.tsx'
import { ChartCard } from './chart-card.tsx'
import { path, place, ticksTo, type Box } from './scale.ts'

type BurnUp = Output<'getInsights'>['burn_up']

const dayMs = 86_400_000
const height = 220
const dayNumber = (day: string): number => Date.parse(day) / dayMs
const dayName = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10)

function findingOf({ forecast, scope }: BurnUp): string {
  if (scope === 0) return 'No tasks yet'
  switch (forecast.state) {
    case 'done':
      return 'Everything is complete'
    case 'needs_history':
      return 'A forecast needs 3 weeks of history'
    case 'needs_completions':
      return 'A forecast needs 5 completed tasks'
    case 'beyond_horizon':
      return 'At this pace, it won’t finish within two years'
    default:
      return forecast.p85 ? `85% likely to finish by ${date(forecast.p85)}` : `50% likely to finish by ${date(forecast.p50 ?? '')}`
  }
}

function aboutOf({ done, scope, scope_change }: BurnUp): string {
  const grew =
    scope_change === 0 ? 'Scope unchanged' : `Scope ${scope_change > 0 ? 'grew' : 'shrank'} by ${plural(Math.abs(scope_change), 'task')}`
  return `${done} of ${plural(scope, 'task')} complete. ${grew} in the last 7 days.`
}

/** The scope, what is done, and a forecast of when the rest will be. */
export function BurnUpChart({ burnUp }: { burnUp: BurnUp }) {
  const finding = findingOf(burnUp)
  const { p15, p50, p85 } = burnUp.forecast
  const rows: (string | number | null)[][] = burnUp.days.map(({ day, scope, done }) => [day, scope, done])
  const foretold = [
    ['Forecast, 15%', p15],
    ['Forecast, 50%', p50],
    ['Forecast, 85%', p85],
  ].flatMap(([word, day]) => (day ? [[`${word}: ${day}`, burnUp.scope, burnUp.scope]] : []))
  return (
    <ChartCard
      wide
      finding={finding}
      about={aboutOf(burnUp)}
      name="burn-up"
      table={{ columns: ['Day', 'Scope', 'Complete'], rows: [...rows, ...foretold] }}
    >
      {(width) => <Picture burnUp={burnUp} width={width} label={`Burn-up. ${finding}. ${aboutOf(burnUp)}`} />}
    </ChartCard>
  )
}

function Picture({ burnUp: { days, scope, done, forecast }, width, label }: { burnUp: BurnUp; width: number; label: string }) {
  const box: Box = { left: 36, right: width - 32, top: 20, bottom: height - 24 }
  const first = dayNumber(days[0]?.day ?? '2026-01-01')
  const today = dayNumber(days.at(-1)?.day ?? '2026-01-01')
  const end = forecast.p85 ?? forecast.p50
  const last = end ? dayNumber(end) + 1 : today + 1
  const ticks = ticksTo(Math.max(...days.map((one) => one.scope), 1))
  const x = (day: number) => place(day, first, Math.max(last, first + 1), box.left, box.right)
  const y = (value: number) => place(value, 0, ticks.at(-1) ?? 1, box.bottom, box.top)
  const line = (of: 'scope' | 'done') => days.map((one) => [x(dayNumber(one.day)), y(one[of])] as const)
  const area = `${path(line('done'))}L${x(today)} ${y(0)}L${x(first)} ${y(0)}Z`
  // Place the label above the middle of the line: to the left of a rising line there is room.
  const middle = days[Math.floor(days.length / 2)]
  const all = Array.from({ length: last - first + 1 }, (_, at) => dayName(first + at))
  return (
    <svg role="img" aria-label={label} width={width} height={height}>
      <ValueAxis box={box} ticks={ticks} />
      <DayAxis box={box} days={all} />
      <path d={area} className="fill-accent-soft" />
      <path d={path(line('scope'))} className="fill-none stroke-muted" strokeWidth={1.5} />
      <path d={path(line('done'))} className="fill-none stroke-accent" strokeWidth={2} />
      {days.length > 0 && (
        <g aria-hidden>
          <line x1={x(today)} x2={x(today)} y1={box.top} y2={box.bottom} className="stroke-ring" strokeDasharray="2 3" />
          <circle cx={x(today)} cy={y(done)} r={3} className="fill-accent" />
          <text x={x(today) - 6} y={y(done) + 16} textAnchor="end" className="fill-accent font-mono text-label">
            {done}
          </text>
          <text x={x(dayNumber(middle?.day ?? '')) - 4} y={y(middle?.scope ?? 0) - 6} textAnchor="end" className="fill-muted text-label">
            Scope
          </text>
        </g>
      )}
      {forecast.p50 && <Cone forecast={forecast} x={x} y={y} today={today} scope={scope} done={done} bottom={box.bottom} />}
    </svg>
  )
}

interface ConeProps {
  forecast: BurnUp['forecast']
  x(day: number): number
  y(value: number): number
  today: number
  scope: number
  done: number
  bottom: number
}

/** The forecast range: from what is done today to the full scope, early or late. */
function Cone({ forecast: { p15, p50, p85 }, x, y, today, scope, done, bottom }: ConeProps) {
  const [early, late] = [dayNumber(p15 ?? p50 ?? ''), dayNumber(p85 ?? p50 ?? '')]
  const marks = [
    ['50%', p50],
    ['85%', p85],
  ] as const
  return (
    <g aria-hidden>
      <path
        d={`M${x(today)} ${y(done)}L${x(early)} ${y(scope)}L${x(late)} ${y(scope)}Z`}
        className="fill-accent-soft stroke-accent"
        strokeWidth={0.5}
      />
      <path
        d={`M${x(today)} ${y(done)}L${x(dayNumber(p50 ?? ''))} ${y(scope)}`}
        className="fill-none stroke-accent"
        strokeDasharray="4 3"
        strokeWidth={1.5}
      />
      {marks.map(([word, day]) =>
        day ? (
          <g key={word}>
            <line
              x1={x(dayNumber(day))}
              x2={x(dayNumber(day))}
              y1={y(scope)}
              y2={bottom}
              className="stroke-line-strong"
              strokeDasharray="2 3"
            />
            <circle cx={x(dayNumber(day))} cy={y(scope)} r={3} className="fill-raised stroke-accent" strokeWidth={1.5} />
            <text
              x={x(dayNumber(day))}
              y={y(scope) - 8}
              textAnchor={word === '50%' ? 'end' : 'start'}
              className="fill-accent font-mono text-label"
            >
              {word}
            </text>
          </g>
        ) : null,
      )}
    </g>
  )
}
