import { Link, useSearch } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { anonymous } from '../../../data/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { AuthFrame, Problem } from '../auth-frame.tsx'
import { useEntrance } from '../entrance.ts'
import { Resend, useMailed } from './mailed.tsx'

const back = (
  <Link to="/auth/login" className="touch inline-flex items-center font-medium text-accent">
    Back to login
  </Link>
)

export function ForgotPage() {
  const search: { email?: unknown } = useSearch({ strict: false })
  const [email, setEmail] = useState(typeof search.email === 'string' ? search.email : '')
  const [asked, setAsked] = useState('')
  const entrance = useEntrance()
  if (entrance && !entrance.mail) {
    return (
      <AuthFrame
        title="Ask an administrator"
        lead="Email is not configured here, so we can’t send a reset link. An administrator can create one for you under Settings, Users."
        foot={back}
      />
    )
  }
  if (asked) return <Sent key={asked} email={asked} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(email.trim())
  }
  return (
    <AuthFrame title="Reset your password" lead="We’ll email you a link to choose a new one." foot={back}>
      <form onSubmit={submit} className="flex flex-col gap-16">
        <Field label="Email">
          {(ids) => (
            <Input
              {...ids}
              type="email"
              name="email"
              autoComplete="username"
              required
              autoFocus
              maxLength={254}
              value={email}
              onChange={(e) => setEmail(e.target.value)}
            />
          )}
        </Field>
        <Button type="submit" look="primary" className="h-target">
          Email me a link
        </Button>
      </form>
    </AuthFrame>
  )
}

function Sent({ email }: { email: string }) {
  const mailed = useMailed(() => anonymous.forgotPassword({ email }))
  return (
    <AuthFrame title="Check your email" foot={back}>
      <Problem text={mailed.error} />
      {mailed.sent && (
        <p role="status" className="flex gap-10 rounded-card border border-line bg-sunken p-12">
          <MailCheck className="size-20 shrink-0 text-accent" aria-hidden />
          <span>
            If <strong className="font-medium">{email}</strong> has an account, we sent it a link to choose a new password.
          </span>
        </p>
      )}
      <Resend {...mailed} />
    </AuthFrame>
  )
}
