import type { Output } from '@baton/client'
import { useSearch } from '@tanstack/react-router'
import { CircleCheck, CircleX } from 'lucide-react'
import { useEffect, useState, type FormEvent } from 'react'
import { account } from '../../data/client.ts'
import { withPerson } from '../../data/step-up.ts'
import { findSession, session } from '../../data/session.ts'
import { useStore } from '../../data/store.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { AuthFrame, Facts, Problem } from './auth-frame.tsx'
import { keepEntry } from './entering.ts'
import { LoginForm } from './login/login-form.tsx'
import { useAttempt } from './use-attempt.ts'

type Request = Output<'getDevice'>

/** A program without a browser asks for a login: shows who it is and where, to approve or deny. */
export function DevicePage() {
  const search: { user_code?: unknown } = useSearch({ strict: false })
  const [code, setCode] = useState(typeof search.user_code === 'string' ? search.user_code : '')
  const [request, setRequest] = useState<Request>()
  const [decided, setDecided] = useState<'approve' | 'deny'>()
  const login = useStore(session)
  const { busy, error, errorOf, attempt } = useAttempt(request ? {} : { user_code: ['not_found'] })
  const look = () => attempt(async () => setRequest(await account.getDevice({ user_code: code.trim() })))
  useEffect(() => {
    if (login === 'unknown') void findSession().catch(() => session.set(null))
    else if (login && code) void look()
  }, [login])
  if (login === 'unknown') return <Skeleton />
  if (login === null) {
    return (
      <AuthFrame title="Log in on a device" lead="Log in to review the request.">
        <LoginForm back={`/device${code ? `?user_code=${encodeURIComponent(code)}` : ''}`} onEntered={keepEntry} />
      </AuthFrame>
    )
  }
  if (decided) {
    const yes = decided === 'approve'
    return (
      <AuthFrame title={yes ? 'Device logged in.' : 'Device denied.'} lead="You can close this page.">
        {yes ? <CircleCheck className="size-32 text-ok" aria-hidden /> : <CircleX className="size-32 text-muted" aria-hidden />}
      </AuthFrame>
    )
  }
  if (request) {
    const decide = (decision: 'approve' | 'deny') =>
      attempt(async () => {
        const call = decision === 'approve' ? account.approveDevice : account.denyDevice
        await withPerson(() => call({ user_code: code.trim() }))
        setDecided(decision)
      })
    return (
      <AuthFrame
        // A non-breaking hyphen keeps the code in one piece.
        title={`Does your device show ${code.trim().toUpperCase().replace('-', '\u2011')}?`}
        lead="Approve only if you just started this on your own device and it shows the same code."
      >
        <Problem text={error} />
        <Facts
          facts={[
            ['Application', request.client],
            ['IP address', request.address ?? 'unknown'],
            ['Device', request.device ?? 'unknown'],
            ['Acts as', login.user.email],
          ]}
        />
        <div className="grid grid-cols-2 gap-8">
          <Button className="h-target" busy={busy} onClick={() => void decide('deny')}>
            Deny
          </Button>
          <Button look="primary" className="h-target" busy={busy} onClick={() => void decide('approve')}>
            Approve
          </Button>
        </div>
      </AuthFrame>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void look()
  }
  return (
    <AuthFrame title="Log in on a device" lead={`You are logged in as ${login.user.email}. Enter the code shown on your device.`}>
      <form onSubmit={submit} className="flex flex-col gap-16">
        <Problem text={error} />
        <Field label="Device code" hint="8 letters, such as WDJB-MJHT" error={errorOf('user_code')}>
          {(ids) => (
            <Input
              {...ids}
              name="user_code"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              required
              autoFocus
              maxLength={9}
              className="font-mono text-lead"
              value={code}
              onChange={(e) => setCode(e.target.value)}
            />
          )}
        </Field>
        <Button type="submit" look="primary" className="h-target" busy={busy}>
          Continue
        </Button>
      </form>
    </AuthFrame>
  )
}
