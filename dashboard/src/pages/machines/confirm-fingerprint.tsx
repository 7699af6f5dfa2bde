import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { clientFor } from '../../data/client.ts'
import { useOrganization } from '../../data/organization.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Countdown } from '../../ui/time.tsx'
import { useCall } from '../settings/use-call.ts'
import { asFingerprint, fingerprintLength, platformWord, type Machine } from './machine-words.ts'
import { LargeFingerprint } from './marks.tsx'
import { useRemoveMachine } from './use-remove-machine.ts'

/**
 * A machine has redeemed the code. Only its owner can tell which one, by the fingerprint on its own screen; the request sends what they
 * type here, so that a click alone pairs nothing.
 */
export function ConfirmFingerprint({ machine, onGone }: { machine: Machine; onGone(): void }) {
  const organization = useOrganization()
  const call = useCall()
  const remove = useRemoveMachine()
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const claimed = machine.pairing?.fingerprint
  if (!claimed) return null
  const whole = typed.length === fingerprintLength
  const differs = whole && typed !== claimed
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    await call(() => clientFor(organization).confirmTunnel({ tunnel: machine.id, fingerprint: typed }), {
      done: `${machine.name} paired`,
      then: ['getTunnel', 'listTunnels'],
    })
    setBusy(false)
  }
  const cancel = async () => {
    if (await remove(machine, 'Pairing canceled')) onGone()
  }
  return (
    <form className="flex flex-col gap-12" onSubmit={(event) => void confirm(event)}>
      <div>
        <p className="font-medium">Compare the fingerprints</p>
        <p className="text-muted">Check the machine’s terminal. Pair only if all ten groups match.</p>
      </div>
      <LargeFingerprint value={claimed} label={`Fingerprint of the machine: ${claimed}`} />
      <dl className="flex flex-wrap gap-x-24 gap-y-8">
        <Fact name="Machine">{machine.pairing?.hostname ?? 'Not given'}</Fact>
        <Fact name="System">{platformWord(machine.pairing?.platform ?? null)}</Fact>
        <Fact name="Expires in">{machine.pairing && <Countdown until={machine.pairing.expires_at} warnBelow={120_000} />}</Fact>
      </dl>
      <Field label="Fingerprint shown on the machine" hint="Type or paste it from the machine’s terminal, not from this page.">
        {(ids) => (
          <Input
            {...ids}
            {...(differs && { 'aria-invalid': true as const })}
            className="font-mono"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="0000-0000-…"
            value={typed}
            onChange={(e) => setTyped(asFingerprint(e.target.value))}
          />
        )}
      </Field>
      {differs && (
        <div role="alert" className="flex gap-8 rounded-card border border-line bg-bad-soft p-12 text-bad">
          <ShieldAlert className="mt-2 size-16 shrink-0" aria-hidden />
          <div>
            <p className="font-medium">The fingerprints differ. Don’t pair this machine.</p>
            <p>There may be a typo, or another machine used your code. If it’s correct, cancel and add the machine again.</p>
          </div>
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-8">
        <Button look="danger" onClick={() => void cancel()}>
          Cancel pairing
        </Button>
        <Button type="submit" look="primary" busy={busy} disabled={!whole || differs}>
          <ShieldCheck aria-hidden />
          Pair this machine
        </Button>
      </div>
    </form>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-label text-muted">{name}</dt>
    <dd className="font-medium break-words">{children}</dd>
  </div>
)
