import { Link } from '@tanstack/react-router'
import { Plug } from 'lucide-react'
import { account } from '../../data/client.ts'
import { useOrganization } from '../../data/organization.ts'
import { useList, useOwn } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { More } from '../../ui/more.tsx'
import { Rows } from '../../ui/row.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { CredentialRow } from './credential-row.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { useCall } from './use-call.ts'

export function TokensPage() {
  const org = useOrganization()
  const read = useList('listMcpTokens', { limit: 50 })
  const { data: organizations } = useOwn('listOrganizations', {})
  const call = useCall()
  const connect = (
    <Button look="primary" asChild>
      <Link to={`/${org}/connect`}>Connect an agent</Link>
    </Button>
  )
  const live = read.items.filter((one) => !one.revoked_at)
  return (
    <SettingsFrame title="MCP tokens" about="Use one per agent, so you can track and revoke each separately." actions={connect}>
      <Loaded read={read}>
        {() =>
          live.length === 0 ? (
            <EmptyState icon={Plug} title="No tokens yet" action={connect}>
              Agents use tokens to call Baton. Create one on the Connect page.
            </EmptyState>
          ) : (
            <Rows aria-label="MCP tokens">
              {live.map((one) => (
                <CredentialRow
                  key={one.id}
                  credential={one}
                  place={organizations?.items.find(({ id }) => id === one.organization_id)?.name}
                  chips={one.mode === 'test' ? ['sandbox'] : []}
                  onRevoke={() =>
                    void call(() => account.revokeMcpToken({ id: one.id }), { done: `“${one.name}” revoked`, then: ['listMcpTokens'] })
                  }
                />
              ))}
            </Rows>
          )
        }
      </Loaded>
      <More list={read} />
    </SettingsFrame>
  )
}
