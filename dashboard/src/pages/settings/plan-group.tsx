import type { Output } from '@baton/client'
import { useRead } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { date, money } from '../../ui/format.ts'
import { Meter } from '../../ui/meter.tsx'
import { Group } from './settings-frame.tsx'

type Plan = Output<'getPlan'>
const names = { members: 'Members', projects: 'Active projects', attachments_megabytes: 'MiB of attachments' } as const
type Limited = keyof typeof names

/** Plan and usage; renders nothing without billing. */
export function PlanGroup() {
  const { data } = useRead('getPlan', {})
  if (!data?.billing || !data.plan) return null
  const { plan, status, ends_at, plans } = data
  return (
    <Group title="Plan" about="Agents don’t count. Reaching a limit blocks new items but never removes existing ones.">
      <p className="flex flex-wrap items-center gap-8">
        <span className="font-medium">{plan.name}</span>
        {status === 'past_due' && <Chip tone="warn">payment overdue</Chip>}
        {ends_at && <Chip>until {date(ends_at)}</Chip>}
      </p>
      {(Object.keys(names) as Limited[]).map((name) => (
        <Usage key={name} name={name} data={data} />
      ))}
      <div className="flex flex-wrap gap-8">
        {plans
          .filter(({ id, checkout_url }) => id !== plan.id && checkout_url)
          .map(({ id, name, price_cents, checkout_url }) => (
            <Button key={id} asChild>
              <a href={checkout_url ?? ''} target="_blank" rel="noreferrer">
                Change to {name} ({money(price_cents / 100)} a month)
              </a>
            </Button>
          ))}
      </div>
    </Group>
  )
}

function Usage({ name, data }: { name: Limited; data: Plan }) {
  const used = data.usage[name]
  const max = data.plan?.limits[name] ?? null
  return (
    <div className="flex flex-col gap-4">
      <p className="flex justify-between gap-8 text-helper">
        <span>{names[name]}</span>
        <span className="font-mono text-muted">
          {used} of {max ?? 'any'}
        </span>
      </p>
      {max !== null && <Meter label={names[name]} share={max === 0 ? 1 : used / max} warn={used >= max} />}
    </div>
  )
}
