import type { Output } from '@baton/client'
import { useEffect, useState } from 'react'
import { account } from '../../data/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { plural } from '../../ui/format.ts'
import { Skeleton } from '../../ui/states.tsx'
import { useCall } from '../settings/use-call.ts'
import type { UserDetails } from './user-actions.tsx'

type Preview = Output<'offboardUser'>

/** One of them, and how many of them are called. */
const words: Record<keyof Preview['ends'], [one: string, many?: string]> = {
  sessions: ['login session'],
  device_logins: ['device login'],
  api_keys: ['API key'],
  mcp_tokens: ['MCP token'],
  oauth_grants: ['connected application'],
  links: ['login or reset link'],
  push_subscriptions: ['browser with push', 'browsers with push'],
  invites: ['open invitation they sent', 'open invitations they sent'],
  webhooks: ['webhook they created', 'webhooks they created'],
  tunnels: ['machine'],
  agents: ['agent, which stops', 'agents, which stop'],
  leases: ['claimed task, which is released', 'claimed tasks, which are released'],
  memberships: ['organization they leave', 'organizations they leave'],
}

/** Shows what ends before anything does. */
export function Offboard({ user, close }: { user: UserDetails; close(): void }) {
  const call = useCall()
  const [preview, setPreview] = useState<Preview | null>(null)
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    void call(() => account.offboardUser({ id: user.id, preview: true })).then((found) => (found ? setPreview(found) : close()))
    // Once, when it opens.
  }, [user.id])
  const offboard = async () => {
    setBusy(true)
    const input = { id: user.id, ...(reason.trim() && { reason }) }
    const done = await call(() => account.offboardUser(input), {
      done: `${user.name} is offboarded`,
      then: ['getUser', 'listUsers', 'listUserSessions', 'listUserTeams'],
    })
    setBusy(false)
    if (done) close()
  }
  const ends = Object.entries(preview?.ends ?? {}).filter(([, value]) => value > 0)
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && close()}
      title={`Offboard ${user.name}?`}
      about="They are suspended, and everything they could come in by ends at once. What they wrote stays. Repeating it changes nothing."
    >
      {preview ? (
        <div className="flex flex-col gap-12">
          {ends.length === 0 ? (
            <p className="text-muted">Nothing is left to end but the account itself.</p>
          ) : (
            <ul aria-label="What ends" className="flex flex-col gap-4">
              {ends.map(([name, value]) => (
                <li key={name}>{plural(value, ...words[name as keyof Preview['ends']])}</li>
              ))}
            </ul>
          )}
          {preview.last_owner_of.length > 0 && (
            <p className="rounded-card bg-warn-soft p-8 text-warn">
              The only owner of {preview.last_owner_of.map(({ name }) => name).join(', ')}. Have somebody take them over first: nobody can
              enter them as this user afterwards.
            </p>
          )}
          <Field label="Reason" hint="Shown to them when they try to log in.">
            {(ids) => <Input {...ids} maxLength={500} value={reason} onChange={(e) => setReason(e.target.value)} />}
          </Field>
          <div className="flex justify-end gap-8">
            <Button onClick={close}>Cancel</Button>
            <Button look="danger" busy={busy} onClick={() => void offboard()}>
              Offboard
            </Button>
          </div>
        </div>
      ) : (
        <Skeleton rows={4} />
      )}
    </Dialog>
  )
}
