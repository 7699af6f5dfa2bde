import type { Output } from '@baton/client'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { account } from '../../data/client.ts'
import { useOrganization } from '../../data/organization.ts'
import { useOwn } from '../../data/reads.ts'
import { toast } from '../../data/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { Group, SettingsFrame } from '../settings/settings-frame.tsx'
import { useCall } from '../settings/use-call.ts'
import { ConnectForm } from './connect-form.tsx'
import { providers, type Provider } from './providers.ts'

type Integration = Output<'listIntegrations'>['items'][number]

/** Where this person is notified, and where they import work from. Tokens can be entered but are never shown. */
export function IntegrationsPage() {
  const read = useOwn('listIntegrations', {})
  return (
    <SettingsFrame title="Integrations" about="Your connections to other tools. Tokens are stored encrypted and never shown again.">
      <Loaded read={read}>
        {({ items }) => (
          <>
            {providers.map((provider) => (
              <Provided key={provider.name} provider={provider} integration={items.find((one) => one.provider === provider.name)} />
            ))}
          </>
        )}
      </Loaded>
    </SettingsFrame>
  )
}

function Provided({ provider, integration }: { provider: Provider; integration: Integration | undefined }) {
  const org = useOrganization()
  const call = useCall()
  const [editing, setEditing] = useState(false)
  const [removing, setRemoving] = useState(false)
  const then = ['listIntegrations'] as const
  const test = async () => {
    const answer = await call(() => account.testIntegration({ provider: provider.name }), { then })
    if (answer?.works) toast.success(provider.name === 'slack' ? 'Test message sent' : `${provider.title} is working`)
    else if (answer) toast.error(answer.error ?? 'Connection failed')
  }
  const remove = async () => {
    setRemoving(false)
    const answer = await call(() => account.deleteIntegration({ provider: provider.name }), { then })
    if (!answer) return
    if (answer.revoke_at) toast.success(`Removed. Also revoke the token at ${new URL(answer.revoke_at).host}.`)
    else toast.success(`${provider.title} removed and its token revoked`)
  }
  return (
    <Group title={provider.title} about={provider.about}>
      {integration ? <State integration={integration} /> : <p className="text-muted">Not connected.</p>}
      <div className="flex flex-wrap gap-8">
        <Button look={integration ? 'plain' : 'primary'} onClick={() => setEditing(true)}>
          {integration ? 'Change' : `Connect ${provider.title}`}
        </Button>
        {integration && (
          <>
            <Button onClick={() => void test()}>Test</Button>
            {provider.name !== 'slack' && (
              <Button asChild>
                <Link to={`/${org}/import`} search={{ provider: provider.name } as never}>
                  Import work
                </Link>
              </Button>
            )}
            <Button look="danger" onClick={() => setRemoving(true)}>
              Remove
            </Button>
          </>
        )}
      </div>
      <Dialog open={editing} onOpenChange={setEditing} title={`Connect ${provider.title}`} about={provider.where}>
        <ConnectForm provider={provider} integration={integration} done={() => setEditing(false)} />
      </Dialog>
      <Dialog
        open={removing}
        onOpenChange={setRemoving}
        title={`Remove ${provider.title}?`}
        about={provider.name === 'slack' ? 'Stops posting and revokes the token at Slack.' : 'Imported work stays. Running imports stop.'}
      >
        <div className="flex justify-end gap-8">
          <Button onClick={() => setRemoving(false)}>Cancel</Button>
          <Button look="danger" onClick={() => void remove()}>
            Remove {provider.title}
          </Button>
        </div>
      </Dialog>
    </Group>
  )
}

function State({ integration }: { integration: Integration }) {
  const { provider, account: name, workspace, channel, connected, broken, last_success_at, last_error, last_error_at } = integration
  return (
    <div className="flex flex-col gap-6">
      <p className="flex flex-wrap items-center gap-6">
        <span className="font-medium">{workspace}</span>
        <span className="text-muted">{name}</span>
        {channel && <Chip mono>{channel}</Chip>}
        {broken ? <Chip tone="bad">needs new tokens</Chip> : last_error ? <Chip tone="warn">trouble</Chip> : <Chip tone="ok">works</Chip>}
        {provider === 'slack' && connected && <Chip tone="accent">connected</Chip>}
      </p>
      <p className="text-helper text-muted">
        {last_success_at ? (
          <>
            Last worked <Ago at={last_success_at} said />
          </>
        ) : (
          'Not used yet'
        )}
      </p>
      {last_error && (
        <p className="text-helper text-bad" role="status">
          {last_error} {last_error_at && <Ago at={last_error_at} said />}
        </p>
      )}
    </div>
  )
}
