import type { Output } from '@baton/client'
import { plural } from '../../../ui/format.ts'
import { DayAxis, ValueAxis } from './axes.tsx'
import { ChartCard, Legend } from './chart-card.tsx'
import { place, ticksTo, type Box } from './scale.ts'

type Throughput = Output<'getInsights'>['throughput']

const height = 200

function findingOf({ agents_share, completed, verified }: Throughput): string {
  if (agents_share !== null && verified >= 3) return `Agents complete ${Math.round(agents_share * 10)} of 10 verified tasks`
  return completed === 0 ? 'Nothing completed yet' : `${plural(completed, 'task')} completed, ${verified} verified`
}

/** Completed tasks per week, by people and by agents. */
export function ThroughputChart({ throughput }: { throughput: Throughput }) {
  const finding = findingOf(throughput)
  const about = `Completed tasks per week; ${throughput.verified} of ${throughput.completed} with evidence observed or from CI${
    throughput.people_hidden ? '. Fewer than three people, so theirs are hidden' : ''
  }`
  return (
    <ChartCard
      finding={finding}
      about={about}
      name="throughput"
      table={{
        columns: ['Week of', 'People', 'Agents', 'People, verified', 'Agents, verified'],
        rows: throughput.weeks.map((one) => [one.week, one.people, one.agents, one.verified_people, one.verified_agents]),
      }}
      legend={
        <Legend
          entries={[
            ...(throughput.people_hidden ? [] : [{ title: 'People', mark: <circle cx={5} cy={5} r={4} className="fill-ring" /> }]),
            { title: 'Agents', mark: <rect x={1} y={1} width={8} height={8} rx={1} className="fill-accent" /> },
          ]}
        />
      }
    >
      {(width) => <Picture throughput={throughput} width={width} label={`Throughput. ${finding}. ${about}`} />}
    </ChartCard>
  )
}

function Picture({ throughput: { weeks }, width, label }: { throughput: Throughput; width: number; label: string }) {
  const box: Box = { left: 32, right: width - 4, top: 8, bottom: height - 24 }
  const ticks = ticksTo(Math.max(1, ...weeks.map(({ people, agents }) => Math.max(people ?? 0, agents))))
  const each = (box.right - box.left) / Math.max(1, weeks.length)
  const bar = Math.min(14, each * 0.36)
  const y = (value: number) => place(value, 0, ticks.at(-1) ?? 1, box.bottom, box.top)
  return (
    <svg role="img" aria-label={label} width={width} height={height}>
      <ValueAxis box={box} ticks={ticks} />
      <DayAxis box={box} days={weeks.map(({ week }) => week)} centred />
      {weeks.map(({ week, people, agents }, at) => {
        const middle = box.left + each * (at + 0.5)
        return (
          <g key={week} aria-hidden>
            {people !== null && (
              <rect x={middle - bar - 1} y={y(people)} width={bar} height={box.bottom - y(people)} rx={2} className="fill-ring" />
            )}
            <rect x={middle + 1} y={y(agents)} width={bar} height={box.bottom - y(agents)} rx={2} className="fill-accent" />
          </g>
        )
      })}
    </svg>
  )
}
