import { Blocks } from 'lucide-react'
import { account, clientFor } from '../../data/client.ts'
import { useOrganization } from '../../data/organization.ts'
import { useOwn, useOwnList } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { date } from '../../ui/format.ts'
import { More } from '../../ui/more.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { Group, SettingsFrame } from './settings-frame.tsx'
import { useCall } from './use-call.ts'

export function AccountsPage() {
  return (
    <SettingsFrame title="Connected accounts">
      <Providers />
      <Grants />
    </SettingsFrame>
  )
}

function Providers() {
  const offered = useOwn('listProviders', {})
  const connected = useOwn('listConnectedAccounts', {})
  const call = useCall()
  const connect = async (provider: 'github' | 'google' | 'microsoft') => {
    const answer = await call(() => account.connectAccount({ provider }))
    if (answer) location.assign(answer.url)
  }
  return (
    <Group title="Log in with" about="Other accounts you can log in with.">
      <Loaded read={offered}>
        {({ providers }) =>
          providers.length === 0 ? (
            <p className="text-muted">No login provider is set up. An administrator can add GitHub, Google or Microsoft.</p>
          ) : (
            <Rows>
              {providers.map(({ provider, name }) => {
                const mine = connected.data?.items.find((one) => one.provider === provider)
                return (
                  <Row key={provider}>
                    <div className="min-w-0 flex-1">
                      <p>{name}</p>
                      <p className="truncate text-helper text-muted">
                        {mine ? (mine.email ?? `connected ${date(mine.created_at)}`) : 'not connected'}
                      </p>
                    </div>
                    {mine ? (
                      <Button
                        onClick={() =>
                          void call(() => account.disconnectAccount({ provider }), {
                            done: `${name} disconnected`,
                            then: ['listConnectedAccounts'],
                          })
                        }
                      >
                        Disconnect {name}
                      </Button>
                    ) : (
                      <Button onClick={() => void connect(provider)}>Connect {name}</Button>
                    )}
                  </Row>
                )
              })}
            </Rows>
          )
        }
      </Loaded>
    </Group>
  )
}

/** Programs that logged in through the browser. */
function Grants() {
  const organization = useOrganization()
  const read = useOwnList('listOauthGrants', { limit: 50 })
  const call = useCall()
  const live = read.items.filter((one) => !one.revoked_at)
  return (
    <Group title="Apps with access" about="MCP clients you allowed to act for you.">
      <Loaded read={read}>
        {() =>
          live.length === 0 ? (
            <EmptyState icon={Blocks} title="No apps yet">
              MCP clients that support OAuth don’t need a token. Just give them this server’s URL.
            </EmptyState>
          ) : (
            <Rows>
              {live.map((one) => (
                <Row key={one.id} className="flex-wrap">
                  <div className="min-w-0 flex-1">
                    <p className="truncate">{one.client_name}</p>
                    <p className="truncate text-helper text-muted">until {date(one.expires_at)}</p>
                  </div>
                  <Ago at={one.created_at} />
                  <Button
                    onClick={() =>
                      void call(() => clientFor(organization).revokeOauthGrant({ id: one.id }), {
                        done: 'Access revoked',
                        then: ['listOauthGrants'],
                      })
                    }
                  >
                    Revoke
                  </Button>
                </Row>
              ))}
            </Rows>
          )
        }
      </Loaded>
      <More list={read} />
    </Group>
  )
}
