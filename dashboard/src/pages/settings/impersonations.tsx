import { account } from '../../data/client.ts'
import { useOwnList } from '../../data/reads.ts'
import { currentUserId } from '../../data/current-user.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { Ago, useNow } from '../../ui/time.tsx'
import { useCall } from './use-call.ts'

/** When an administrator acted as this person, and why. The person concerned can end it. */
export function Impersonations() {
  const read = useOwnList('listImpersonations', { limit: 20 })
  const call = useCall()
  const now = useNow(10_000)
  if (read.items.length === 0) return null
  const end = (id: string) => void call(() => account.endImpersonation({ id }), { done: 'Ended', then: ['listImpersonations'] })
  return (
    <section aria-label="Administrators who acted as you" className="flex flex-col gap-8">
      <h2 className="font-medium">Administrators acting as others</h2>
      <Rows aria-label="Impersonations">
        {read.items.map((one) => {
          const lasts = one.ended_at === null && Date.parse(one.ends_at) > now
          const words = one.user.id === currentUserId() ? `${one.administrator.name} acted as you` : `You acted as ${one.user.name}`
          return (
            <Row key={one.id} className="flex-wrap">
              <div className="min-w-0 flex-1">
                <p className="truncate">{words}</p>
                <p className="text-helper break-words text-muted">{one.reason}</p>
              </div>
              {lasts ? <Chip tone="warn">now</Chip> : <Ago at={one.started_at} />}
              {lasts && <Button onClick={() => end(one.id)}>End</Button>}
            </Row>
          )
        })}
      </Rows>
    </section>
  )
}
