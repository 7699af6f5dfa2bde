import type { Output } from '@baton/client'
import { Blocks, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { act } from '../../../data/writes/act.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { plural } from '../../../ui/format.ts'
import { Row, Rows } from '../../../ui/row.tsx'
import { Ago } from '../../../ui/time.tsx'
import { GrantAccess, NoApp } from './grant-access.tsx'

type Ways = Output<'listHostConnections'>
type Connection = Ways['items'][number]

/** The connections by which this organization reaches GitHub, and who created each. */
export function Connections({ ways, onGranted }: { ways: Ways; onGranted(): void }) {
  const { actor, me, manages, writes } = usePeople()
  const [ending, setEnding] = useState<Connection | null>(null)
  return (
    <section aria-labelledby="host-access" className="flex flex-col gap-8">
      <div className="flex flex-wrap items-center gap-8">
        <h2 id="host-access" className="flex-1 font-medium">
          GitHub access
        </h2>
        {writes && <GrantAccess app={ways.app} onGranted={onGranted} />}
      </div>
      <Rows aria-label="GitHub access">
        {ways.items.map((one) => (
          <Row key={one.id} className="flex-wrap">
            {one.kind === 'app' ? (
              <Blocks className="size-16 shrink-0 text-muted" aria-hidden />
            ) : (
              <KeyRound className="size-16 shrink-0 text-muted" aria-hidden />
            )}
            <div className="min-w-0 flex-1">
              <p className="truncate">
                <span className="font-mono">{one.account}</span>{' '}
                <span className="text-muted">{one.kind === 'app' ? 'GitHub App' : 'Fine-grained token'}</span>
              </p>
              <p className="truncate text-helper text-muted">
                {plural(one.repositories, 'repository', 'repositories')} · granted by {actor(one.granted_by).name}
              </p>
            </div>
            <Ago at={one.created_at} />
            {writes && (manages || one.granted_by === me) && (
              <Button aria-label={`Revoke access to ${one.account}`} onClick={() => setEnding(one)}>
                Revoke
              </Button>
            )}
          </Row>
        ))}
      </Rows>
      {!ways.app && <NoApp />}
      <EndDialog connection={ending} onClose={() => setEnding(null)} />
    </section>
  )
}

function EndDialog({ connection, onClose }: { connection: Connection | null; onClose(): void }) {
  const organization = useOrganization()
  const end = ({ id, account }: Connection) => {
    onClose()
    void act({
      organization,
      operation: 'endHostConnection',
      input: { connection: id },
      label: `Revoke access to ${account}`,
      done: `Access to ${account} revoked`,
      then: ['listHostConnections', 'listHostRepositories', 'listRepos', 'getRepo'],
    })
  }
  return (
    <Dialog
      open={connection !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Revoke access to ${connection?.account ?? ''}?`}
      about={`${connection?.kind === 'token' ? 'Deletes the token. ' : ''}Stops syncing its repositories. Synced data stays until you disconnect them.`}
    >
      <div className="flex justify-end gap-8">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" onClick={() => connection && end(connection)}>
          Revoke access
        </Button>
      </div>
    </Dialog>
  )
}
