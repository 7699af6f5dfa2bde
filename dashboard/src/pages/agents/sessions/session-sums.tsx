import type { Output } from '@baton/client'
import { count, money } from '../../../ui/format.ts'
import { useNow } from '../../../ui/time.tsx'

type Checkpoint = Output<'listCheckpoints'>['items'][number]

/** Sum of the reported values; null if none were reported. */
function sum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((all, value) => all + value, 0)
}

interface SumsProps {
  session: Output<'getSession'>
  steps: number
  checkpoints: readonly Checkpoint[]
}

export function SessionSums({ session, steps, checkpoints }: SumsProps) {
  const now = useNow(1000)
  const seconds = Math.max(0, Math.floor(((session.ended_at ? Date.parse(session.ended_at) : now) - Date.parse(session.started_at)) / 1000))
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const time = (clock[0] ? clock : clock.slice(1)).map((part) => String(part).padStart(2, '0')).join(':')
  const cost = sum(checkpoints.map((one) => one.cost))
  const silent = checkpoints.filter((one) => one.cost === null).length
  const read = sum(checkpoints.map((one) => one.tokens_in))
  const written = sum(checkpoints.map((one) => one.tokens_out))
  const tokens = sum([read, written])
  const facts = [
    { title: 'Steps', value: count(steps), about: 'in this session' },
    { title: 'Time', value: time, about: session.status === 'running' ? 'so far' : 'total' },
    {
      title: 'Spend',
      value: cost === null ? 'unknown' : money(cost),
      about: cost === null ? 'none reported' : silent > 0 ? `${silent} without cost` : 'as reported',
    },
    {
      title: 'Tokens',
      value: tokens === null ? 'unknown' : count(tokens),
      about: written === null ? 'none reported' : `${count(written)} output`,
    },
    { title: 'Checkpoints', value: count(session.checkpoints), about: checkpoints[0]?.model ?? 'unknown model' },
  ]
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line-soft shadow-card wide:grid-cols-5">
      {facts.map(({ title, value, about }) => (
        <div key={title} className="min-w-0 bg-raised px-12 py-8 last:max-wide:col-span-2">
          <dt className="text-label text-muted">{title}</dt>
          <dd className="truncate">
            <span className="font-mono text-body font-medium">{value}</span> <span className="text-label text-muted">{about}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
