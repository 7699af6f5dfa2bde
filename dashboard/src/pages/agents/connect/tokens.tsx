import type { Output } from '@baton/client'
import { useState } from 'react'
import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { useOwn, useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { date } from '../../../ui/format.ts'
import { Row, Rows } from '../../../ui/row.tsx'
import { Ago } from '../../../ui/time.tsx'

type Token = Output<'listMcpTokens'>['items'][number]

/** One's existing tokens in this organization, with when each was last used; revoking one takes effect at once and is permanent. */
export function Tokens() {
  const org = useOrganization()
  const { data: organizations } = useOwn('listOrganizations', {})
  const { data } = useRead('listMcpTokens', { limit: 50 })
  const [revoking, setRevoking] = useState<Token | null>(null)
  const here = organizations?.items.find(({ handle }) => handle === org)?.id
  const tokens = data?.items.filter((one) => one.organization_id === here && one.revoked_at === null) ?? []
  const revoke = ({ id, name }: Token) => {
    setRevoking(null)
    void act({
      organization: org,
      operation: 'revokeMcpToken',
      input: { id },
      label: `Revoke ${name}`,
      done: `${name} revoked`,
      then: ['listMcpTokens'],
    })
  }
  if (tokens.length === 0) return null
  return (
    <section aria-labelledby="your-tokens" className="mt-32 flex flex-col gap-8">
      <h2 id="your-tokens" className="font-semibold">
        Your tokens in this organization
      </h2>
      <Rows>
        {tokens.map((one) => (
          <Row key={one.id} className="flex-wrap">
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{one.name}</p>
              <p className="truncate text-helper text-muted">
                <span className="font-mono">
                  {one.prefix}…{one.last_four}
                </span>{' '}
                · expires {date(one.expires_at)}
              </p>
            </div>
            <span className="text-helper text-muted">
              {one.last_used_at ? (
                <>
                  used <Ago at={one.last_used_at} said />
                </>
              ) : (
                'never used'
              )}
            </span>
            <Button look="danger" aria-label={`Revoke ${one.name}`} onClick={() => setRevoking(one)}>
              Revoke
            </Button>
          </Row>
        ))}
      </Rows>
      <Dialog
        open={revoking !== null}
        onOpenChange={(open) => !open && setRevoking(null)}
        title={`Revoke ${revoking?.name ?? ''}`}
        about="This can’t be undone. Anything using this token loses access immediately."
      >
        <div className="flex justify-end gap-8">
          <Button onClick={() => setRevoking(null)}>Cancel</Button>
          <Button look="danger" onClick={() => revoking && revoke(revoking)}>
            Revoke token
          </Button>
        </div>
      </Dialog>
    </section>
  )
}
