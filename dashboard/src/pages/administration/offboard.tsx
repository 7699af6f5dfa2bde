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

/** Singular and plural. */
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
  agents: ['agent (will stop)', 'agents (will stop)'],
  leases: ['claimed task (will be released)', 'claimed tasks (will be released)'],
  memberships: ['organization membership', 'organization memberships'],
}

/** Shows what will end before ending anything. */
export function Offboard({ user, close }: { user: UserDetails; close(): void }) {
  const call = useCall()
  const [preview, setPreview] = useState<Preview | null>(null)
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    void call(() => account.offboardUser({ id: user.id, preview: true })).then((found) => (found ? setPreview(found) : close()))
    // Only once, when the dialog opens.
  }, [user.id])
  const offboard = async () => {
    setBusy(true)
    const input = { id: user.id, ...(reason.trim() && { reason }) }
    const done = await call(() => account.offboardUser(input), {
      done: `${user.name} offboarded`,
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
      about="Suspends the account and revokes all access immediately. Their content stays."
    >
      {preview ? (
        <div className="flex flex-col gap-12">
          {ends.length === 0 ? (
            <p className="text-muted">Only the account itself is left.</p>
          ) : (
            <ul aria-label="Will be revoked" className="flex flex-col gap-4">
              {ends.map(([name, value]) => (
                <li key={name}>{plural(value, ...words[name as keyof Preview['ends']])}</li>
              ))}
            </ul>
          )}
          {preview.last_owner_of.length > 0 && (
            <p className="rounded-card bg-warn-soft p-8 text-warn">
              Only owner of {preview.last_owner_of.map(({ name }) => name).join(', ')}. Transfer ownership first: no one can access them as
              this user afterwards.
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
