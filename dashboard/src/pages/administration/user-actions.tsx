import { createClient, type Output } from '@baton/client'
import { Ellipsis, KeyRound, Megaphone, ShieldCheck, UserRoundX, VenetianMask } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { account } from '../../data/client.ts'
import { enter } from '../../data/impersonation.ts'
import { accessToken, cookieFetch, currentUser } from '../../data/session.ts'
import { toast } from '../../data/toast.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input, TextArea } from '../../ui/field.tsx'
import { date } from '../../ui/format.ts'
import { Menu } from '../../ui/menu.tsx'
import { useCall } from '../settings/use-call.ts'
import { Offboard } from './offboard.tsx'

export type UserDetails = Output<'getUser'>
type Open = 'impersonate' | 'notify' | 'suspend' | 'reset' | 'offboard' | null

const then = ['getUser', 'listUsers', 'listUserSessions'] as const

/** Actions on a user; none on oneself. */
export function UserActions({ user }: { user: UserDetails }) {
  const call = useCall()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  if (user.id === currentUser()?.id) return null
  const admin = user.role === 'admin'
  const setRole = () =>
    void call(() => account.updateUserRole({ id: user.id, role: admin ? 'user' : 'admin' }), {
      done: admin ? `${user.name} is no longer an administrator` : `${user.name} is now an administrator`,
      then,
    })
  const lift = () => void call(() => account.unsuspendUser({ id: user.id }), { done: `${user.name} reactivated`, then })
  return (
    <>
      {!admin && !user.suspended_at && (
        <Button onClick={() => setOpen('impersonate')}>
          <VenetianMask aria-hidden /> Impersonate…
        </Button>
      )}
      {user.suspended_at ? <Button onClick={lift}>Reactivate</Button> : <Button onClick={() => setOpen('suspend')}>Suspend…</Button>}
      <Menu
        trigger={
          <Button look="quiet" square aria-label="More actions">
            <Ellipsis />
          </Button>
        }
        items={[
          { title: 'Send a message…', icon: Megaphone, run: () => setOpen('notify') },
          { title: 'Reset password…', icon: KeyRound, run: () => setOpen('reset') },
          { title: admin ? 'Remove administrator role' : 'Make administrator', icon: ShieldCheck, run: setRole },
          { title: 'Offboard…', icon: UserRoundX, run: () => setOpen('offboard') },
        ]}
      />
      <ActAs user={user} open={open === 'impersonate'} close={close} />
      <Suspend user={user} open={open === 'suspend'} close={close} />
      <Notify user={user} open={open === 'notify'} close={close} />
      <ResetPassword user={user} open={open === 'reset'} close={close} />
      {open === 'offboard' && <Offboard user={user} close={close} />}
    </>
  )
}

interface DialogProps {
  user: UserDetails
  open: boolean
  close(): void
}

function ActAs({ user, open, close }: DialogProps) {
  const call = useCall()
  const [reason, setReason] = useState('')
  const begin = async (event: FormEvent) => {
    event.preventDefault()
    const begun = await call(() => account.impersonateUser({ id: user.id, reason }))
    if (!begun) return
    const as: typeof fetch = (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set('baton-impersonation', begun.id)
      return cookieFetch(input, { ...init, headers })
    }
    const me = await call(() => createClient({ url: location.origin, token: accessToken, fetch: as }).me())
    if (me) enter({ id: begun.id, ends_at: begun.ends_at, user: me })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={`Act as ${user.name}?`}
      about="For up to 30 minutes, in this tab. They’re notified, every request is logged with both names, and either of you can end it. Credentials, exports, approvals and machines stay off limits."
    >
      <form onSubmit={(event) => void begin(event)} className="flex flex-col gap-12">
        <Field label="Reason" hint="Shown to them.">
          {(ids) => <Input {...ids} required minLength={3} maxLength={500} value={reason} onChange={(e) => setReason(e.target.value)} />}
        </Field>
        <Button type="submit" look="danger" className="self-end">
          Act as {user.name}
        </Button>
      </form>
    </Dialog>
  )
}

function Suspend({ user, open, close }: DialogProps) {
  const call = useCall()
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState('')
  const suspend = async (event: FormEvent) => {
    event.preventDefault()
    const input = { id: user.id, ...(reason.trim() && { reason }), ...(until && { until: new Date(until).toISOString() }) }
    const done = await call(() => account.suspendUser(input), { done: `${user.name} suspended`, then })
    if (done) close()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={`Suspend ${user.name}?`}
      about="All their sessions, keys and tokens stop working immediately. Nothing is deleted."
    >
      <form onSubmit={(event) => void suspend(event)} className="flex flex-col gap-12">
        <Field label="Reason" hint="Shown to them when they log in.">
          {(ids) => <Input {...ids} maxLength={500} value={reason} onChange={(e) => setReason(e.target.value)} />}
        </Field>
        <Field label="Until" hint="Leave empty for no end date.">
          {(ids) => <Input {...ids} type="datetime-local" value={until} onChange={(e) => setUntil(e.target.value)} />}
        </Field>
        <Button type="submit" look="danger" className="self-end">
          Suspend
        </Button>
      </form>
    </Dialog>
  )
}

function Notify({ user, open, close }: DialogProps) {
  const call = useCall()
  const [title, setTitle] = useState('')
  const [body, setBody] = useState('')
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const sent = await call(() => account.notifyUser({ id: user.id, title, body }), {
      done: 'Sent to their inbox',
      then: ['listAnnouncements'],
    })
    if (sent) close()
  }
  return (
    <Dialog open={open} onOpenChange={(next) => !next && close()} title={`Send ${user.name} a message`}>
      <form onSubmit={(event) => void send(event)} className="flex flex-col gap-12">
        <Field label="Title">
          {(ids) => <Input {...ids} required maxLength={300} value={title} onChange={(e) => setTitle(e.target.value)} />}
        </Field>
        <Field label="Text">{(ids) => <TextArea {...ids} maxLength={4000} value={body} onChange={(e) => setBody(e.target.value)} />}</Field>
        <Button type="submit" look="primary" className="self-end">
          Send
        </Button>
      </form>
    </Dialog>
  )
}

function ResetPassword({ user, open, close }: DialogProps) {
  const call = useCall()
  const [link, setLink] = useState<{ url: string; until: string } | null>(null)
  const reset = async () => {
    const answer = await call(() => account.resetUserPassword({ id: user.id }), { then })
    if (answer?.url) return setLink({ url: answer.url, until: answer.expires_at ?? '' })
    if (answer) toast.success(`Reset link sent to ${user.email}`)
    close()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={link ? `Reset link for ${user.name}` : `Reset the password of ${user.name}?`}
      about={
        link
          ? `Send it privately. Works once, expires ${date(link.until)}, and can’t be shown again.`
          : 'Logs them out everywhere. They choose a new password with a one-time link. Recorded in the audit log.'
      }
    >
      {link ? (
        <CodeBlock text={link.url} label="reset link" />
      ) : (
        <div className="flex justify-end gap-8">
          <Button onClick={close}>Cancel</Button>
          <Button look="danger" onClick={() => void reset()}>
            Reset password
          </Button>
        </div>
      )}
    </Dialog>
  )
}
