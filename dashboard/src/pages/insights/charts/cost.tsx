import type { Output } from '@baton/client'
import { money, plural } from '../../../ui/format.ts'
import { DayAxis, ValueAxis } from './axes.tsx'
import { ChartCard, Legend } from './chart-card.tsx'
import { place, ticksTo, type Box } from './scale.ts'

type Cost = NonNullable<Output<'getInsights'>['cost']>

const height = 200
const shownDays = 28

function findingOf({ total, daily_budget, days }: Cost): string {
  if (total === null) return 'No spend reported'
  if (daily_budget === null) return `${money(total)} spent`
  const over = days.filter(({ cost }) => cost > daily_budget).length
  if (over === 0) return 'Spend stayed within the daily budgets'
  return over === 1 ? 'Spend passed the daily budgets once' : `Spend passed the daily budgets on ${over} days`
}

function aboutOf({ per_verified_task, total, reports_without_cost }: Cost): string {
  const each =
    per_verified_task === null ? `${money(total ?? 0)} total` : `${money(per_verified_task)} per verified task, ${money(total ?? 0)} total`
  return reports_without_cost > 0 ? `${each}; ${plural(reports_without_cost, 'report')} without a cost` : each
}

/** Cost of agents by day, compared with their budgets. */
export function CostChart({ cost }: { cost: Cost }) {
  const finding = findingOf(cost)
  const about = aboutOf(cost)
  const agents = cost.agents.filter((agent) => agent.cost)
  const nameOf = (id: string | null) => agents.find((agent) => agent.id === id)?.name ?? 'No agent'
  const sums = (word: string, list: readonly (readonly [string | null, number | null])[]) =>
    list.map(([name, sum]) => [`${word}: ${name ?? 'unknown'}`, sum, null])
  return (
    <ChartCard
      finding={finding}
      about={about}
      name="cost"
      table={{
        columns: ['Day', 'Cost', 'Agents'],
        rows: [
          ...cost.days.map(({ day, cost: sum, by_agent }) => [
            day,
            sum,
            by_agent.map((one) => `${nameOf(one.id)} ${money(one.cost)}`).join(', ') || null,
          ]),
          ...sums(
            'Agent',
            cost.agents.map((one) => [one.name, one.cost]),
          ),
          ...sums(
            'Project',
            cost.projects.map((one) => [one.name, one.cost]),
          ),
          ...sums(
            'Model',
            cost.models.map((one) => [one.model, one.cost]),
          ),
        ],
      }}
      legend={
        <Legend
          entries={agents.slice(0, 10).map((agent, hue) => ({
            title: agent.name ?? 'No agent',
            mark: <rect x={1} y={1} width={8} height={8} rx={1} data-hue={hue} className="hue-ink" />,
          }))}
        />
      }
    >
      {(width) => <Picture cost={cost} order={agents.map(({ id }) => id)} width={width} label={`Cost by day. ${finding}. ${about}`} />}
    </ChartCard>
  )
}

function Picture({ cost, order, width, label }: { cost: Cost; order: readonly (string | null)[]; width: number; label: string }) {
  const box: Box = { left: 44, right: width - 4, top: 16, bottom: height - 24 }
  const days = cost.days.slice(-shownDays)
  const budget = cost.daily_budget
  const ticks = ticksTo(Math.max(budget ?? 0, ...days.map((one) => one.cost), 0.01))
  const each = (box.right - box.left) / Math.max(1, days.length)
  const y = (value: number) => place(value, 0, ticks.at(-1) ?? 1, box.bottom, box.top)
  return (
    <svg role="img" aria-label={label} width={width} height={height}>
      <ValueAxis box={box} ticks={ticks} format={(tick) => `$${tick}`} />
      <DayAxis box={box} days={days.map(({ day }) => day)} centred />
      {days.map(({ day, by_agent, cost: sum }, at) => {
        let below = 0
        const x = box.left + each * (at + 0.15)
        return (
          <g key={day} aria-hidden>
            {order.map((id, hue) => {
              const part = by_agent.find((one) => one.id === id)?.cost ?? 0
              below += part
              return part > 0 ? (
                <rect
                  key={id ?? ''}
                  x={x}
                  y={y(below)}
                  width={each * 0.7}
                  height={y(below - part) - y(below)}
                  data-hue={hue % 10}
                  className="hue-ink stroke-raised"
                  strokeWidth={0.5}
                />
              ) : null
            })}
            {budget !== null && sum > budget && <circle cx={x + each * 0.35} cy={y(sum) - 6} r={3} className="fill-warn" />}
          </g>
        )
      })}
      {budget !== null && (
        <g aria-hidden>
          <line x1={box.left} x2={box.right} y1={y(budget)} y2={y(budget)} className="stroke-fg" strokeDasharray="4 3" />
          <text x={box.right} y={y(budget) - 4} textAnchor="end" className="fill-fg text-label">
            Budget
          </text>
        </g>
      )}
    </svg>
  )
}
