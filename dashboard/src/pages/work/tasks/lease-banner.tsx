import { Link } from '@tanstack/react-router'
import { LockOpen } from 'lucide-react'
import { act } from '../../../data/writes/act.ts'
import { usePermissions } from '../../../data/permissions.ts'
import { useOrganization } from '../../../data/organization.ts'
import { useRead } from '../../../data/reads.ts'
import { currentUser } from '../../../data/session.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { countdown } from '../../../ui/format.ts'
import { Meter } from '../../../ui/meter.tsx'
import { leaseTerm } from '../../../ui/marks/lease-bar.tsx'
import { Card } from '../../../ui/row.tsx'
import { Ago, Countdown, useNow } from '../../../ui/time.tsx'
import { useEditTasks } from '../../../data/tasks/edit-tasks.ts'
import type { Item } from '../../../data/tasks/items.ts'

/** Who is working on it right now, how much time is left, and how to get it back. */
export function LeaseBanner({ item }: { item: Item }) {
  const now = useNow(1000)
  if (!item.lease || Date.parse(item.lease.until) <= now) return null
  return <Held item={item} lease={item.lease} now={now} />
}

function Held({ item, lease, now }: { item: Item; lease: NonNullable<Item['lease']>; now: number }) {
  const organization = useOrganization()
  const { writes } = usePermissions()
  const edit = useEditTasks(item.project.slug)
  const mine = !lease.agent && lease.user?.id === currentUser()?.id
  const name = lease.agent?.name ?? lease.user?.name ?? 'Someone'
  const end = Date.parse(lease.until)
  const whole = leaseTerm(lease)
  const share = (end - now) / whole
  const override = () =>
    edit.release(item, {
      label: mine ? `Release ${item.key}` : `Override the lease on ${item.key}`,
      done: mine ? `You released ${item.key}` : `${name} no longer holds ${item.key}`,
    })
  const ask = () =>
    act({
      organization,
      operation: 'askRelease',
      input: { task: item.key },
      label: `Ask ${name} to release ${item.key}`,
      done: lease.agent ? `${name} will see it with its next tool call` : `${name} was notified`,
      then: ['listReleaseRequests'],
    })
  return (
    <section aria-label="Lease" className="mb-16">
      <Card className="overflow-hidden">
        <div className="flex flex-wrap items-center gap-x-12 gap-y-8 p-12">
          <Avatar name={name} kind={lease.agent ? 'agent' : 'person'} size="large" running={Boolean(lease.agent)} decorative />
          <div className="min-w-0 flex-1 wide:min-w-sidebar">
            <p className="font-medium">{mine ? 'You hold this task' : `${name} holds this task`}</p>
            <p className="flex flex-wrap items-center gap-x-6 text-helper text-muted">
              {lease.agent && <LastCall agent={lease.agent.id} />}
              {lease.agent && lease.user && <span>agent of {lease.user.name}</span>}
              {item.session && (
                <Link to={`/${organization}/sessions/${item.session.id}`} className="truncate text-accent hover:underline">
                  {item.session.title}
                </Link>
              )}
            </p>
          </div>
          <div className="text-right">
            <p className="text-lead font-medium">
              <Countdown until={lease.until} warnBelow={whole / 4} />
            </p>
            <p className="text-helper text-muted">left of {countdown(whole, 0)}</p>
          </div>
          {writes && (
            <div className="flex gap-6 max-wide:w-full max-wide:justify-end">
              {!mine && (
                <Button look="quiet" onClick={() => void ask()}>
                  Ask to release
                </Button>
              )}
              <Button onClick={override}>
                <LockOpen />
                {mine ? 'Release' : 'Override'}
              </Button>
            </div>
          )}
        </div>
        <Meter label="Lease time left" share={share} warn={share < 0.25} />
      </Card>
      <p className="px-4 pt-4 text-helper text-muted">
        {mine
          ? 'Agents won’t take this task until you release it or the lease expires.'
          : `While ${name} holds the lease, only ${name} or a person can change status and assignee.${writes ? ` Override ends the lease and notifies ${name}.` : ''}`}
        <Asked task={item.key} />
      </p>
    </section>
  )
}

function LastCall({ agent }: { agent: string }) {
  const { data } = useRead('getLastCalls', {}, { watch: true })
  const last = data?.agents.find(({ id }) => id === agent)
  if (!last) return null
  return (
    <span className="inline-flex gap-6">
      <code className="font-mono">{last.tool}</code>
      <Ago at={last.at} said />
    </span>
  )
}

function Asked({ task }: { task: string }) {
  const { data } = useRead('listReleaseRequests', { task, limit: 1 })
  const last = data?.items[0]
  if (!last) return null
  return ` ${last.author?.name ?? 'Someone'} asked to release it${last.delivered_at ? ' (delivered).' : ' (not delivered yet).'}`
}
