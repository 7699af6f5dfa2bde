import type { Output } from '@baton/client'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { account } from '../../data/client.ts'
import { useOwn } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { bytes, count, plural } from '../../ui/format.ts'
import { Row, Rows } from '../../ui/row.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { useCall } from '../settings/use-call.ts'
import { AdminFrame } from './admin-frame.tsx'

type Health = Output<'getInstanceHealth'>

const seconds = (value: number): string => (value < 1 ? 'none' : value < 120 ? `${Math.round(value)} s` : `${Math.round(value / 60)} min`)

/** Health of the instance; what needs a person's attention comes first. */
export function HealthPage() {
  const read = useOwn('getInstanceHealth', {})
  return (
    <AdminFrame title="Health" actions={<Button onClick={() => void read.refetch()}>Refresh</Button>}>
      <Loaded read={read}>
        {(health) => (
          <>
            <Concerns health={health} />
            <Parts health={health} />
            <FailedJobs />
            <Queues health={health} />
          </>
        )}
      </Loaded>
    </AdminFrame>
  )
}

function Concerns({ health: { concerns } }: { health: Health }) {
  if (concerns.length === 0)
    return (
      <p role="status" className="flex items-center gap-8 rounded-card bg-ok-soft p-12 text-ok">
        <CircleCheck className="size-16 shrink-0" aria-hidden /> All systems operational.
      </p>
    )
  return (
    <div role="status" className="rounded-card bg-warn-soft p-12 text-warn">
      <ul aria-label="Needs attention" className="flex flex-col gap-4">
        {concerns.map(({ part, message }) => (
          <li key={`${part} ${message}`} className="flex items-start gap-8">
            <TriangleAlert className="mt-2 size-16 shrink-0" aria-hidden /> {message}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Parts({ health }: { health: Health }) {
  const { embeddings, mail, storage, database, versions, readers, webhooks } = health
  return (
    <Rows aria-label="Parts of the instance">
      <Part name="Versions">
        Baton {versions.baton} · Node {versions.node} · PostgreSQL {versions.postgres}
      </Part>
      <Part name="Database">
        {bytes(database.bytes)} · {plural(database.connections, 'connection')}
      </Part>
      <Part name="Files">
        {storage.kind === 'bucket' ? 'in a bucket' : 'in a folder'} · {bytes(storage.attachment_bytes)} of attachments
      </Part>
      <Part name="Email">
        {mail.on ? <Chip tone="ok">on</Chip> : <Chip tone="warn">off</Chip>} {mail.on && <>{count(mail.waiting)} waiting</>}
        {mail.last_sent_at && (
          <>
            , last <Ago at={mail.last_sent_at} said />
          </>
        )}
      </Part>
      <Part name="Embeddings">
        <Chip tone={embeddings.state === 'ready' ? 'ok' : embeddings.state === 'off' ? 'plain' : 'bad'}>{embeddings.state}</Chip>{' '}
        {embeddings.model ?? embeddings.why ?? ''} · {count(embeddings.waiting)} waiting
      </Part>
      {readers.map(({ name, behind, lag_seconds }) => (
        <Part key={name} name={`Log reader: ${name}`}>
          {behind === 0 ? 'up to date' : `${plural(behind, 'organization')} behind, ${seconds(lag_seconds)}`}
        </Part>
      ))}
      <Part name="Webhooks">
        {webhooks.due === 0 ? 'none due' : `${count(webhooks.due)} due, ${seconds(webhooks.overdue_seconds)} late`}
      </Part>
      <Part name="Push">{health.push ? 'on' : 'off'}</Part>
      <Part name="Assistant">{health.assistant ? 'on' : 'off'}</Part>
    </Rows>
  )
}

const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <Row className="flex-wrap">
    <span className="w-full font-medium rail:w-1/3">{name}</span>
    <span className="min-w-0 flex-1 break-words text-muted">{children}</span>
  </Row>
)

function FailedJobs() {
  const read = useOwn('listFailedJobs', {})
  const call = useCall()
  const jobs = read.data?.jobs ?? []
  if (jobs.length === 0) return null
  const retry = (id: string) =>
    void call(() => account.retryJob({ id }), { done: 'Retrying', then: ['listFailedJobs', 'getInstanceHealth'] })
  return (
    <section aria-label="Failed jobs" className="flex flex-col gap-8">
      <h2 className="font-medium">Failed jobs</h2>
      <Rows aria-label="Failed jobs">
        {jobs.map((one) => (
          <Row key={one.id} className="flex-wrap">
            <div className="min-w-0 flex-1">
              <p className="font-mono">{one.name}</p>
              <p className="text-helper break-words text-muted">{one.error || 'No reason given.'}</p>
            </div>
            {one.failed_at && <Ago at={one.failed_at} />}
            <Button aria-label={`Retry ${one.name}`} onClick={() => retry(one.id)}>
              Retry
            </Button>
          </Row>
        ))}
      </Rows>
    </section>
  )
}

function Queues({ health: { queues } }: { health: Health }) {
  const busy = queues.filter(({ ready, failed }) => ready + failed > 0)
  return (
    <section aria-label="Queues" className="flex flex-col gap-8">
      <h2 className="font-medium">Queues</h2>
      {busy.length === 0 ? (
        <p className="text-muted">Nothing waiting in {plural(queues.length, 'queue')}.</p>
      ) : (
        <Rows aria-label="Queues with waiting jobs">
          {busy.map((one) => (
            <Row key={one.name} className="flex-wrap">
              <span className="min-w-0 flex-1 truncate font-mono">{one.name}</span>
              <span className="text-helper text-muted">
                {count(one.ready)} ready, oldest {seconds(one.oldest_seconds)}
              </span>
              {one.failed > 0 && <Chip tone="bad">{one.failed} failed</Chip>}
            </Row>
          ))}
        </Rows>
      )}
    </section>
  )
}
