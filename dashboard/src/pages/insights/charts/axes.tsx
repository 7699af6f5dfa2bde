import { date } from '../../../ui/format.ts'
import { place, someOf, type Box } from './scale.ts'

/** Horizontal grid lines with their values, from zero up. */
export function ValueAxis({ box, ticks, format = String }: { box: Box; ticks: readonly number[]; format?: (value: number) => string }) {
  const highest = ticks.at(-1) ?? 1
  return (
    <g aria-hidden>
      {ticks.map((tick) => {
        const y = place(tick, 0, highest, box.bottom, box.top)
        return (
          <g key={tick}>
            <line x1={box.left} x2={box.right} y1={y} y2={y} className="stroke-line-soft" />
            <text x={box.left - 6} y={y + 4} textAnchor="end" className="fill-muted font-mono text-label">
              {format(tick)}
            </text>
          </g>
        )
      })}
    </g>
  )
}

/** Labels for as many days as fit. */
export function DayAxis({ box, days, centred = false }: { box: Box; days: readonly string[]; centred?: boolean }) {
  const shown = someOf(days, Math.floor((box.right - box.left) / 90))
  const step = centred ? (box.right - box.left) / Math.max(1, days.length) / 2 : 0
  return (
    <g aria-hidden>
      {shown.map((day) => {
        const at = days.indexOf(day)
        const x = centred
          ? place(at, 0, days.length, box.left, box.right) + step
          : place(at, 0, Math.max(1, days.length - 1), box.left, box.right)
        return (
          <text
            key={day}
            x={x}
            y={box.bottom + 16}
            textAnchor={x > box.right - 24 ? 'end' : x < box.left + 12 ? 'start' : 'middle'}
            className="fill-muted text-label"
          >
            {date(`${day}T12:00:00Z`)}
          </text>
        )
      })}
    </g>
  )
}
