import { CircleCheck } from 'lucide-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { refresh, session } from '../../../data/session.ts'
import { Button } from '../../../ui/button.tsx'
import { AuthFrame, Problem } from '../auth-frame.tsx'
import { keepEntry } from '../entering.ts'
import { LoginForm } from '../login/login-form.tsx'
import { forgetSecret, secretOf } from '../secret.ts'
import type { FormFields } from '../place-failure.ts'
import { useAttempt } from '../use-attempt.ts'
import { NoLink } from './no-link.tsx'

interface MailedLinkProps {
  /** Path of the page whose secret, found after #, was removed from the address. */
  path: string
  title: string
  lead: ReactNode
  button: string
  /** Only the account's owner can do it; anyone not logged in is asked to log in after pressing the button. */
  asUser?: boolean
  email?: string | undefined
  run(secret: string): Promise<unknown>
  done: { title: string; lead: ReactNode; next?: ReactNode }
  /** Fields it needs, and the errors at each. */
  fields?: FormFields
  children?: (errorOf: (field: string) => string | undefined) => ReactNode
  /** Other actions for the link. */
  more?: ReactNode
}

/** Page of an emailed link. Nothing happens until the button is pressed, because mail scanners follow links. */
export function MailedLink({ path, title, lead, button, asUser, email, run, done, fields, children, more }: MailedLinkProps) {
  const [secret] = useState(() => secretOf(path))
  const [step, setStep] = useState<'ask' | 'login' | 'done'>('ask')
  const { busy, error, errorOf, attempt } = useAttempt(fields)
  const finish = async () => {
    await run(secret)
    forgetSecret(path)
    setStep('done')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      if (asUser && session.get() === 'unknown') await refresh()
      if (asUser && session.get() === null) setStep('login')
      else await finish()
    })
  }
  if (step === 'done') {
    return (
      <AuthFrame title={done.title} lead={done.lead}>
        <CircleCheck className="size-32 text-ok" aria-hidden />
        {done.next ?? (
          <Button asChild look="primary" className="h-target">
            <Link to="/">Open Baton</Link>
          </Button>
        )}
      </AuthFrame>
    )
  }
  if (!secret) return <NoLink title={title} />
  if (step === 'login') {
    return (
      <AuthFrame title="Log in to continue" lead={email ? `${title} – use the account it was sent to.` : `${title}, with your account.`}>
        <Problem text={error} />
        <LoginForm
          back={path}
          secret={secret}
          email={email ?? ''}
          onEntered={async (login) => {
            await keepEntry(login)
            setStep('ask')
            await attempt(finish)
          }}
        />
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={title} lead={lead}>
      <form onSubmit={submit} className="flex flex-col gap-16">
        <Problem text={error} />
        {children?.(errorOf)}
        <Button type="submit" look="primary" className="h-target" busy={busy}>
          {button}
        </Button>
        {more}
      </form>
    </AuthFrame>
  )
}
