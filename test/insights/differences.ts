import { countByHand, partOf } from './brute-force.ts'

type Hand = ReturnType<typeof countByHand>

const near = (a: unknown, b: unknown): boolean =>
  typeof a === 'number' && typeof b === 'number' ? Math.abs(a - b) <= 0.006 : JSON.stringify(a) === JSON.stringify(b)
const hours = (seconds: number | null) => (seconds === null ? null : seconds / 3600)

/** Every figure on which the answer and the count by hand disagree. */
export function differences(answer: any, hand: Hand, isCosted: boolean): string[] {
  const found: string[] = []
  const same = (what: string, got: unknown, wanted: unknown) => {
    if (!near(got, wanted)) found.push(`${what}: ${JSON.stringify(got)}, counted ${JSON.stringify(wanted)}`)
  }
  same('days', answer.flow.length, hand.flow.length)
  for (const [place, wanted] of hand.flow.entries()) {
    same(`flow of ${String(wanted['day'])}`, answer.flow[place], wanted)
    const { day, backlog, todo, in_progress, in_review, complete } = wanted as Record<string, number>
    const scope = backlog! + todo! + in_progress! + in_review! + complete!
    same(`burn-up of ${String(day)}`, answer.burn_up.days[place], { day, scope, done: complete })
  }
  same('completed', answer.throughput.completed, hand.completed)
  same('verified', answer.throughput.verified, hand.verified)
  same('agents’ share', answer.throughput.agents_share, hand.verified === 0 ? null : hand.agents_verified / hand.verified)
  for (const { week, people, agents, verified_people, verified_agents } of answer.throughput.weeks) {
    const [p, a, vp, va] = hand.weeks[week] ?? [-1, -1, -1, -1]
    same(`week of ${week}`, [agents, verified_agents], [a, va])
    if (people !== null) same(`people in the week of ${week}`, [people, verified_people], [p, vp])
  }
  same('weeks', answer.throughput.weeks.length, Object.keys(hand.weeks).length)
  for (const [stage, seconds] of Object.entries(hand.stages)) {
    const { count, median_hours, p85_hours } = answer.cycle_times[stage]
    same(`${stage} count`, count, seconds.length)
    same(`${stage} median`, median_hours, hours(partOf(seconds, 0.5)))
    same(`${stage} 85 %`, p85_hours, hours(partOf(seconds, 0.85)))
  }
  same('points', answer.cycle_times.points.length, hand.stages.cycle.length)
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
  same(
    'sum of points',
    Math.abs(sum(answer.cycle_times.points.map((point: any) => point.hours)) - sum(hand.stages.cycle) / 3600) < 0.5,
    true,
  )
  const { completed, reopened } = answer.quality
  same('reopened', { completed, reopened }, hand.reopened)
  same('blocked tasks', answer.blocked.tasks, hand.blocked.tasks)
  same('blocked hours', answer.blocked.hours, hand.blocked.seconds / 3600)
  same('gates', answer.gates.map(({ gate }: any) => gate).toSorted(), Object.keys(hand.gates).toSorted())
  for (const { gate, count, median_hours, p85_hours, waiting, sent_back } of answer.gates) {
    const wanted = hand.gates[gate] ?? { seconds: [], waiting: 0, sent_back: 0 }
    same(
      `gate ${gate}`,
      { count, waiting, sent_back },
      { count: wanted.seconds.length, waiting: wanted.waiting, sent_back: wanted.sent_back },
    )
    same(`gate ${gate} median`, median_hours, hours(partOf(wanted.seconds, 0.5)))
    same(`gate ${gate} 85 %`, p85_hours, hours(partOf(wanted.seconds, 0.85)))
  }
  if (!isCosted) same('cost', answer.cost, null)
  else {
    for (const { day, cost } of answer.cost.days) same(`cost of ${day}`, cost, hand.cost.days[day] ?? 0)
    same('cost', answer.cost.total ?? 0, sum(Object.values(hand.cost.days)))
    for (const { id, cost } of answer.cost.agents) same(`cost of ${id}`, cost, hand.cost.agents[id] ?? 0)
    const each = hand.verified === 0 || answer.cost.total === null ? null : sum(Object.values(hand.cost.days)) / hand.verified
    same('cost per verified task', answer.cost.per_verified_task, each)
  }
  return found
}
