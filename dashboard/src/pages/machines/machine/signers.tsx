import { Link } from '@tanstack/react-router'
import { Fingerprint, Plus } from 'lucide-react'
import { clientFor } from '../../../data/client.ts'
import { useOrganization } from '../../../data/organization.ts'
import { useOwnList, useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { CodeBlock } from '../../../ui/copy.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Row, Rows } from '../../../ui/row.tsx'
import { useCall } from '../../settings/use-call.ts'
import { onMachine, type Machine } from '../machine-words.ts'

/** Whose signatures the machine accepts for dangerous actions: passkeys that were offered here and confirmed there. */
export function Signers({ machine, own }: { machine: Machine; own: boolean }) {
  const { data } = useRead('listTunnelSigners', { tunnel: machine.id })
  const signers = data?.items ?? []
  return (
    <section aria-label="Passkeys" id="passkeys" className="flex flex-col gap-8">
      <div className="flex flex-wrap items-center justify-between gap-8">
        <h2 className="font-medium">Passkeys for dangerous actions</h2>
        {own && <OfferPasskey machine={machine} />}
      </div>
      {signers.length === 0 ? (
        <p className="text-muted">
          None yet. {own ? 'Register one of your passkeys, then confirm its fingerprint on the machine.' : 'The owner can register one.'}
        </p>
      ) : (
        <Rows aria-label="Registered passkeys">
          {signers.map(({ credential_id, name, fingerprint, confirmed_at }) => (
            <Row key={credential_id} className="flex-wrap">
              <Fingerprint className="size-16 shrink-0 text-muted" aria-hidden />
              <div className="min-w-0 flex-1">
                <p className="font-medium break-words">{name}</p>
                <p className="font-mono text-label break-words text-muted">{fingerprint}</p>
              </div>
              <Chip tone={confirmed_at ? 'ok' : 'warn'}>{confirmed_at ? 'confirmed on the machine' : 'not confirmed yet'}</Chip>
              {own && !confirmed_at && (
                <div className="w-full">
                  <p className="mb-4 text-helper text-muted">Confirm it on the machine. Until then the machine rejects its signatures.</p>
                  <CodeBlock text={onMachine.trust(fingerprint)} label={`the command for ${name}`} />
                </div>
              )}
            </Row>
          ))}
        </Rows>
      )}
    </section>
  )
}

function OfferPasskey({ machine }: { machine: Machine }) {
  const organization = useOrganization()
  const call = useCall()
  const passkeys = useOwnList('listPasskeys', { limit: 50 })
  if (passkeys.data && passkeys.items.length === 0)
    return (
      <Button asChild>
        <Link to={`/${organization}/settings/passkeys`}>Add a passkey first</Link>
      </Button>
    )
  const offer = (passkey: string) =>
    void call(() => clientFor(organization).offerTunnelSigner({ tunnel: machine.id, passkey }), {
      done: 'Registered. Confirm its fingerprint on the machine.',
      then: ['listTunnelSigners', 'getTunnelAction'],
    })
  return (
    <Menu
      trigger={
        <Button>
          <Plus aria-hidden /> Register passkey
        </Button>
      }
      items={passkeys.items.map(({ id, name }) => ({ title: name, icon: Fingerprint, run: () => offer(id) }))}
    />
  )
}
