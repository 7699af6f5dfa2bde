import type { Output } from '@baton/client'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleDot, LoaderCircle } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { clientFor } from '../../data/client.ts'
import { useOrganization } from '../../data/organization.ts'
import { useRead } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Countdown, useNow } from '../../ui/time.tsx'
import { useCall } from '../settings/use-call.ts'
import { ConfirmFingerprint } from './confirm-fingerprint.tsx'
import { onMachine } from './machine-words.ts'
import { useRemoveMachine } from './use-remove-machine.ts'

type Registered = Output<'registerTunnel'>

/** From a name to a connected machine: the pairing code, the fingerprint, the first start. */
export function AddMachine({ onClose }: { onClose(): void }) {
  const organization = useOrganization()
  const call = useCall()
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const [registered, setRegistered] = useState<Registered | null>(null)
  const register = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setRegistered(await call(() => clientFor(organization).registerTunnel({ name }), { then: ['listTunnels'] }))
    setBusy(false)
  }
  if (registered) return <Pairing registered={registered} onAgain={() => setRegistered(null)} onClose={onClose} />
  return (
    <form onSubmit={(event) => void register(event)} className="flex flex-col gap-12">
      <Field label="Name" hint="For example, “Laptop” or “Build server”.">
        {(ids) => <Input {...ids} required autoFocus maxLength={120} value={name} onChange={(e) => setName(e.target.value)} />}
      </Field>
      <Button type="submit" look="primary" busy={busy} className="self-end">
        Continue
      </Button>
    </form>
  )
}

interface PairingProps {
  registered: Registered
  onAgain(): void
  onClose(): void
}

function Pairing({ registered, onAgain, onClose }: PairingProps) {
  const { id, name, nonce, expires_at } = registered
  const remove = useRemoveMachine()
  const now = useNow(1000)
  const { data: machine } = useRead('getTunnel', { tunnel: id })
  if (machine && machine.status !== 'pairing') return <Paired id={id} name={name} online={machine.status === 'online'} onClose={onClose} />
  const isOver = Date.parse(expires_at) <= now
  if (!isOver && machine?.pairing?.state === 'claimed') return <ConfirmFingerprint machine={machine} onGone={onClose} />
  if (isOver) {
    const again = async () => {
      if (await remove({ id, name }, 'Expired code removed')) onAgain()
    }
    return (
      <div className="flex flex-col gap-12">
        <p role="alert">The code has expired. Start over to get a new one.</p>
        <Button look="primary" className="self-end" onClick={() => void again()}>
          Start over
        </Button>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-12">
      <div>
        <p className="font-medium">Run this on {name}</p>
        <p className="text-muted">The code is shown once and works once. The machine then shows its fingerprint.</p>
      </div>
      <CodeBlock text={onMachine.pair(nonce)} label="command" />
      <p role="status" aria-label="Pairing" className="flex flex-wrap items-center gap-6 text-muted">
        <LoaderCircle className="size-16 motion-safe:animate-spin" aria-hidden />
        Waiting for the machine
        <span className="ml-auto">
          Code expires in <Countdown until={expires_at} warnBelow={120_000} />
        </span>
      </p>
    </div>
  )
}

function Paired({ id, name, online, onClose }: { id: string; name: string; online: boolean; onClose(): void }) {
  const organization = useOrganization()
  return (
    <div className="flex flex-col gap-12">
      <p role="status" aria-label="Pairing" className="flex items-center gap-6 font-medium">
        {online ? <CircleDot className="size-16 text-ok" aria-hidden /> : <CircleCheck className="size-16 text-muted" aria-hidden />}
        {name} paired{online && ' and online'}
      </p>
      {!online && (
        <>
          <p className="text-muted">
            Start it on the machine. Permissions are set in <code className="font-mono">allow.json</code> in the machine’s own folder.
          </p>
          <CodeBlock text={onMachine.run} label="command" />
        </>
      )}
      <div className="flex justify-end gap-8">
        <Button onClick={onClose}>Close</Button>
        <Button asChild look="primary">
          <Link to={`/${organization}/machines/${id}`}>Open {name}</Link>
        </Button>
      </div>
    </div>
  )
}
