import type { Output } from '@baton/client'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { act } from '../../data/writes/act.ts'
import { clientFor } from '../../data/client.ts'
import { useOrganization } from '../../data/organization.ts'
import { useRead } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Deliveries } from './deliveries.tsx'
import { NewSecret } from './new-secret.tsx'
import { Group, SettingsFrame } from './settings-frame.tsx'
import { useCall } from './use-call.ts'
import { WebhookState } from './webhook-state.tsx'

export function WebhookPage() {
  const { id = '' } = useParams({ strict: false })
  const read = useRead('getWebhook', { webhook: id })
  return <Loaded read={read}>{(webhook) => <Details webhook={webhook} />}</Loaded>
}

const then = ['getWebhook', 'listWebhooks', 'listWebhookDeliveries'] as const

function Details({ webhook }: { webhook: Output<'getWebhook'> }) {
  const organization = useOrganization()
  const navigate = useNavigate()
  const call = useCall()
  const [secret, setSecret] = useState<string | null>(null)
  const { id } = webhook
  const turn = (enabled: boolean) =>
    act({
      organization,
      operation: 'updateWebhook',
      input: { webhook: id, enabled },
      label: enabled ? 'Turn on webhook' : 'Turn off webhook',
      done: enabled ? 'On' : 'Off',
      undo: () => ({ organization, operation: 'updateWebhook', input: { webhook: id, enabled: !enabled }, label: 'Undo' }),
      then,
    })
  const rotate = async () =>
    setSecret((await call(() => clientFor(organization).rotateWebhookSecret({ webhook: id }), { then }))?.secret ?? null)
  const remove = async () => {
    const gone = await act({
      organization,
      operation: 'deleteWebhook',
      input: { webhook: id },
      label: 'Delete webhook',
      done: 'Webhook deleted',
      then: ['listWebhooks'],
    })
    if (gone) void navigate({ to: `/${organization}/settings/webhooks` })
  }
  return (
    <SettingsFrame
      title="Webhook"
      actions={
        <>
          <Button
            onClick={() =>
              void act({ organization, operation: 'testWebhook', input: { webhook: id }, label: 'Send test', done: 'Test sent', then })
            }
          >
            <Send /> Send test
          </Button>
          <Menu
            trigger={<Button aria-label="More actions">More</Button>}
            items={[
              { title: webhook.enabled ? 'Turn off' : 'Turn on', run: () => void turn(!webhook.enabled) },
              { title: 'New signing secret', run: () => void rotate() },
              null,
              { title: 'Delete', danger: true, run: () => void remove() },
            ]}
          />
        </>
      }
    >
      <Group title={webhook.description || 'Endpoint'}>
        <p className="font-mono break-all">{webhook.url}</p>
        <p className="flex flex-wrap gap-6">
          <WebhookState webhook={webhook} />
          {webhook.events.map((event) => (
            <Chip key={event} mono>
              {event}
            </Chip>
          ))}
        </p>
        {webhook.failing_since && (
          <p className="text-warn">Deliveries have been failing. After a few days of failures the webhook is turned off.</p>
        )}
      </Group>
      <Deliveries webhook={id} />
      <NewSecret title="New signing secret" value={secret} onClose={() => setSecret(null)} />
    </SettingsFrame>
  )
}
