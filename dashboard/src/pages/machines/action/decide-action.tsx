import type { Output } from '@baton/client'
import { Link } from '@tanstack/react-router'
import { Fingerprint, Lock } from 'lucide-react'
import { useState } from 'react'
import { clientFor } from '../../../data/client.ts'
import { useOrganization } from '../../../data/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { passkeysWork } from '../../identity/passkey.ts'
import { useCall } from '../../settings/use-call.ts'
import type { Machine } from '../machine-words.ts'
import { NotSigned, signAction } from './sign-action.ts'

const then = ['getTunnelAction', 'listTunnelActionHistory'] as const

/** A passkey approves, a click denies. The machine verifies the signature itself. */
export function DecideAction({ machine, action }: { machine: Machine; action: Output<'getTunnelAction'> }) {
  const organization = useOrganization()
  const call = useCall()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const named = { tunnel: machine.id, action: action.id }
  const approve = async () => {
    setBusy(true)
    setProblem('')
    try {
      const response = await signAction(action)
      await call(() => clientFor(organization).approveTunnelAction({ ...named, response }), { done: 'Approved', then })
    } catch (error) {
      setProblem(error instanceof NotSigned ? error.message : 'Passkey couldn’t be used.')
    }
    setBusy(false)
  }
  const deny = () => void call(() => clientFor(organization).denyTunnelAction(named), { done: 'Denied', then })
  const offered = (action.to_sign?.credential_ids.length ?? 0) > 0
  return (
    <section aria-label="Decide" className="flex flex-col gap-12">
      <p className="flex items-start gap-6 text-helper text-muted">
        <Lock className="mt-px size-16 shrink-0" aria-hidden />
        Your passkey signs exactly these details, and {machine.name} verifies the signature itself.
      </p>
      {!offered && (
        <p role="alert" className="rounded-card border border-line bg-warn-soft p-12">
          No passkey is registered with this machine, so this can’t be approved.{' '}
          <Link to={`/${organization}/machines/${machine.id}`} hash="passkeys" className="touch rounded-code font-medium underline">
            Register passkey
          </Link>
        </p>
      )}
      {!passkeysWork() && (
        <p role="alert" className="rounded-card border border-line bg-warn-soft p-12">
          This browser doesn’t support passkeys, or the page isn’t served over HTTPS. Try another device.
        </p>
      )}
      {problem && (
        <p role="alert" className="rounded-card border border-line bg-bad-soft p-12 text-bad">
          {problem}
        </p>
      )}
      <div className="flex flex-col gap-8 wide:flex-row">
        <Button look="primary" busy={busy} disabled={!offered || !passkeysWork()} onClick={() => void approve()}>
          <Fingerprint aria-hidden />
          Approve with passkey
        </Button>
        <Button onClick={deny}>Deny</Button>
      </div>
    </section>
  )
}
