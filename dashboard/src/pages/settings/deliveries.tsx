import type { Output } from '@baton/client'
import { useState } from 'react'
import { act } from '../../data/writes/act.ts'
import { useOrganization } from '../../data/organization.ts'
import { useList, useRead } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { dateTime, plural } from '../../ui/format.ts'
import { More } from '../../ui/more.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'

type Status = Output<'getWebhookDelivery'>['status']
const tones = { pending: 'plain', delivered: 'ok', failed: 'bad', cancelled: 'plain' } as const

/** Deliveries of a webhook, attempt by attempt. */
export function Deliveries({ webhook }: { webhook: string }) {
  const organization = useOrganization()
  const [status, setStatus] = useState<Status | 'all'>('all')
  const [open, setOpen] = useState<string | null>(null)
  const read = useList('listWebhookDeliveries', { webhook, limit: 50, ...(status !== 'all' && { status }) })
  const replayAll = () =>
    act({
      organization,
      operation: 'replayWebhookFailures',
      input: { webhook, since: new Date(Date.now() - 7 * 24 * 3_600_000).toISOString() },
      label: 'Retry failed deliveries',
      done: 'Retrying failed deliveries from the last 7 days',
      then: ['listWebhookDeliveries'],
    })
  return (
    <section aria-label="Deliveries" className="flex flex-col gap-8">
      <div className="flex flex-wrap items-center justify-between gap-8">
        <h2 className="font-medium">Deliveries</h2>
        <div className="flex flex-wrap gap-8">
          <Segmented
            label="Filter deliveries"
            value={status}
            onChange={setStatus}
            options={[
              { value: 'all', title: 'All' },
              { value: 'pending', title: 'Waiting' },
              { value: 'delivered', title: 'Delivered' },
              { value: 'failed', title: 'Failed' },
            ]}
          />
          <Button onClick={() => void replayAll()}>Retry failed deliveries</Button>
        </div>
      </div>
      <Loaded read={read}>
        {() =>
          read.items.length === 0 ? (
            <p className="text-muted">Nothing sent yet. Use “Send test” to try it.</p>
          ) : (
            <Rows>
              {read.items.map((one) => (
                <Row key={one.id} className="flex-wrap">
                  <button
                    type="button"
                    className="touch min-w-0 flex-1 truncate text-left font-mono hover:underline"
                    onClick={() => setOpen(one.id)}
                  >
                    {one.type}
                  </button>
                  <span className="text-helper text-muted">{plural(one.attempts, 'attempt')}</span>
                  <Chip tone={tones[one.status]}>{one.status}</Chip>
                  <Ago at={one.created_at} />
                </Row>
              ))}
            </Rows>
          )
        }
      </Loaded>
      <More list={read} />
      <Dialog open={open !== null} onOpenChange={() => setOpen(null)} title="Delivery" at="side">
        {open && <Delivery webhook={webhook} delivery={open} />}
      </Dialog>
    </section>
  )
}

function Delivery({ webhook, delivery }: { webhook: string; delivery: string }) {
  const organization = useOrganization()
  const read = useRead('getWebhookDelivery', { webhook, delivery })
  const replay = () =>
    act({
      organization,
      operation: 'replayWebhookDelivery',
      input: { webhook, delivery },
      label: 'Resend delivery',
      done: 'Resent',
      then: ['listWebhookDeliveries', 'getWebhookDelivery'],
    })
  return (
    <Loaded read={read}>
      {(one) => (
        <div className="flex flex-col gap-12">
          <div className="flex flex-wrap items-center gap-8">
            <span className="font-mono">{one.type}</span>
            <Chip tone={tones[one.status]}>{one.status}</Chip>
            <Button className="ml-auto" onClick={() => void replay()}>
              Resend
            </Button>
          </div>
          <Rows aria-label="Attempts">
            {one.log.map(({ number, at, duration_ms, response_status, error, response }) => (
              <Row key={number} className="flex-wrap">
                <span className="font-mono">{response_status ?? 'no response'}</span>
                <span className="min-w-0 flex-1 truncate text-helper text-muted">{error ?? response}</span>
                <span className="font-mono text-label text-muted">
                  {duration_ms} ms · {dateTime(at)}
                </span>
              </Row>
            ))}
          </Rows>
          <CodeBlock text={one.body} label="request body" />
        </div>
      )}
    </Loaded>
  )
}
