import type { Output } from '@baton/client'
import { Chip } from '../../../ui/chip.tsx'
import { needYou } from '../../../ui/format.ts'
import { ChartCard } from './chart-card.tsx'
import { place } from './scale.ts'
import { span } from './span.ts'

type Insights = Output<'getInsights'>

const row = 28
const spanOr = (hours: number | null) => (hours === null ? '–' : span(hours))
const kinds = { approval: 'an approval', review: 'a review', evidence: 'evidence' }

/** Time spent at each gate of the workflow, and whose work is waiting for what. */
export function GateWaits({ gates, waits }: Pick<Insights, 'gates' | 'waits'>) {
  const slowest = gates.filter((one) => one.median_hours !== null).toSorted((a, b) => (b.median_hours ?? 0) - (a.median_hours ?? 0))[0]
  const yours = gates.reduce((sum, one) => sum + one.waiting_for_you, 0)
  const finding = slowest
    ? `Features wait longest at ${slowest.gate}`
    : gates.length > 0
      ? 'Not enough gates passed to compare'
      : 'No features at a gate'
  return (
    <ChartCard
      finding={finding}
      about="Time spent at each gate; median and 85%"
      name="gate-waits"
      table={{
        columns: ['Gate', 'Left', 'Median hours', '85% hours', 'Waiting now', 'For you', 'Sent back'],
        rows: [
          ...gates.map((one) => [one.gate, one.count, one.median_hours, one.p85_hours, one.waiting, one.waiting_for_you, one.sent_back]),
          ...waits.map((one) => [
            `${one.from} wait for ${kinds[one.for]}`,
            one.count,
            one.median_hours,
            one.p85_hours,
            one.waiting,
            null,
            null,
          ]),
        ],
      }}
      legend={yours > 0 && <Chip tone="accent">{needYou(yours)}</Chip>}
    >
      {(width) => (
        <div className="flex flex-col gap-12">
          {gates.length > 0 && <Picture gates={gates} slowest={slowest?.gate} width={width} label={finding} />}
          <ul className="flex flex-col gap-2 text-helper text-muted">
            {waits.map((one) => (
              <li key={`${one.from} ${one.for}`}>
                Work of {one.from} waits {one.median_hours === null ? '' : `${span(one.median_hours)} `}for {kinds[one.for]}
                {one.waiting > 0 && `; ${one.waiting} now`}
              </li>
            ))}
          </ul>
        </div>
      )}
    </ChartCard>
  )
}

function Picture({
  gates,
  slowest,
  width,
  label,
}: {
  gates: Insights['gates']
  slowest: string | undefined
  width: number
  label: string
}) {
  const [from, to] = [96, width - 148]
  const highest = Math.max(0.1, ...gates.map((one) => one.p85_hours ?? 0))
  const x = (hours: number) => place(hours, 0, highest, from, Math.max(to, from + 20))
  const heads = [
    ['Median', width - 96],
    ['85%', width - 48],
    ['Now', width - 4],
  ] as const
  const words = gates
    .map((one) => `${one.gate}: median ${spanOr(one.median_hours)}, 85% ${spanOr(one.p85_hours)}, ${one.waiting} waiting`)
    .join('; ')
  return (
    <svg role="img" aria-label={`Gate waits. ${label}. ${words}`} width={width} height={gates.length * row + 24}>
      {heads.map(([word, at]) => (
        <text key={word} x={at} y={12} textAnchor="end" className="fill-muted text-label" aria-hidden>
          {word}
        </text>
      ))}
      {gates.map((one, at) => {
        const y = 24 + at * row
        const first = one.gate === slowest
        return (
          <g key={one.gate} aria-hidden>
            <text x={0} y={y + 12} className={first ? 'fill-fg text-helper font-medium' : 'fill-fg text-helper'}>
              {one.gate.length > 14 ? `${one.gate.slice(0, 13)}…` : one.gate}
            </text>
            <line x1={from} x2={x(highest)} y1={y + 8} y2={y + 8} className="stroke-line-soft" />
            {one.p85_hours !== null && (
              <>
                <line x1={from} x2={x(one.p85_hours)} y1={y + 8} y2={y + 8} className="stroke-muted" strokeWidth={1.5} />
                <line x1={x(one.p85_hours)} x2={x(one.p85_hours)} y1={y + 3} y2={y + 13} className="stroke-muted" strokeWidth={1.5} />
                <rect
                  x={from}
                  y={y + 4}
                  width={Math.max(2, x(one.median_hours ?? 0) - from)}
                  height={8}
                  rx={2}
                  className={first ? 'fill-accent' : 'fill-muted'}
                />
              </>
            )}
            {[spanOr(one.median_hours), spanOr(one.p85_hours), one.waiting > 0 ? String(one.waiting) : '–'].map((text, column) => (
              <text key={column} x={heads[column]?.[1]} y={y + 12} textAnchor="end" className="fill-fg font-mono text-label">
                {text}
              </text>
            ))}
          </g>
        )
      })}
    </svg>
  )
}
