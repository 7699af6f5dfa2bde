import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { account } from '../../../data/client.ts'
import { anonymous } from '../../../data/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { AuthFrame, Or, Problem } from '../auth-frame.tsx'
import { keepEntry } from '../entering.ts'
import { useEntrance } from '../entrance.ts'
import { NewPasswordField } from '../new-password-field.tsx'
import { forgetSecret, secretOf } from '../secret.ts'
import { useAsked } from '../use-asked.ts'
import { useAttempt } from '../use-attempt.ts'
import { HandleField, handleFrom } from './handle-field.tsx'
import { ProviderButtons } from './provider-buttons.tsx'

/** Accepts a whole link or only what follows its #. */
const inviteIn = (text: string): string => text.trim().split('#').at(-1) ?? ''

export function RegisterPage() {
  const search: { back?: string; email?: unknown } = useSearch({ strict: false })
  const entrance = useEntrance()
  const navigate = useNavigate()
  const byInvite = entrance?.registration === 'invite'
  const [name, setName] = useState('')
  const [email, setEmail] = useState(typeof search.email === 'string' ? search.email : '')
  const [password, setPassword] = useState('')
  const [handle, setHandle] = useState<string>()
  const [invite, setInvite] = useState(() => secretOf('/invite'))
  const token = inviteIn(invite)
  const [given] = useState(token)
  const { data: joins } = useAsked(() => anonymous.getInvite({ token: given }), given !== '')
  // The handle shown is the one requested: if it is taken, it is refused and not replaced by another.
  const shown = handle ?? handleFrom(email.split('@')[0] ?? '')
  const { busy, error, errorOf, attempt } = useAttempt({
    name: [],
    email: ['email_taken'],
    password: [],
    handle: ['handle_taken'],
    ...(byInvite && { invite: [] }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const login = await anonymous.register({
        name: name.trim(),
        email: email.trim(),
        password,
        ...(shown.length > 1 && { handle: shown }),
        ...(token && { invite: token }),
      })
      await keepEntry(login)
      // Registering accepts a link that anyone may use; a link sent to an address waits until that address is verified.
      if (!joins || joins.email) return navigate({ href: token ? '/invite' : '/onboarding', replace: true })
      await account.acceptInvite({ token })
      forgetSecret('/invite')
      return navigate({ to: `/${joins.organization.handle}/inbox`, replace: true })
    })
  }
  const foot = (
    <>
      Already have an account?{' '}
      <Link
        to="/auth/login"
        search={{ back: token ? '/invite' : search.back } as never}
        className="touch inline-flex items-center font-medium text-accent"
      >
        Log in
      </Link>
    </>
  )
  if (entrance?.registration === 'closed') {
    return <AuthFrame title="Registration is closed" lead="Only administrators can create accounts here. Ask one for yours." foot={foot} />
  }
  return (
    <AuthFrame
      title={joins ? `Join ${joins.organization.name}` : 'Create your account'}
      lead={
        joins
          ? `${joins.invited_by} invited you. Create an account to join.`
          : byInvite
            ? 'You need an invitation to register. Open your invite link, or paste it below.'
            : 'Create an account to invite your team and connect agents.'
      }
      foot={foot}
    >
      <form onSubmit={submit} className="flex flex-col gap-16">
        <Problem text={error} />
        <Field label="Name" error={errorOf('name')}>
          {(ids) => (
            <Input
              {...ids}
              name="name"
              autoComplete="name"
              required
              autoFocus
              maxLength={120}
              value={name}
              onChange={(e) => setName(e.target.value)}
            />
          )}
        </Field>
        <Field label="Email" error={errorOf('email')}>
          {(ids) => (
            <Input
              {...ids}
              type="email"
              name="email"
              autoComplete="username"
              required
              maxLength={254}
              value={email}
              onChange={(e) => setEmail(e.target.value)}
            />
          )}
        </Field>
        <NewPasswordField value={password} error={errorOf('password')} onChange={setPassword} />
        <HandleField suggestion={shown} value={handle} error={errorOf('handle')} onChange={setHandle} />
        {byInvite && !given && (
          <Field label="Invite link" hint="Paste the full link." error={errorOf('invite')}>
            {(ids) => (
              <Input {...ids} name="invite" required autoComplete="off" value={invite} onChange={(e) => setInvite(e.target.value)} />
            )}
          </Field>
        )}
        <Button type="submit" look="primary" className="h-target" busy={busy}>
          {joins && !joins.email ? 'Create account and join' : 'Create account'}
        </Button>
      </form>
      {entrance && entrance.providers.length > 0 && (
        <>
          <Or />
          <div className="flex flex-col gap-8">
            <ProviderButtons back="/onboarding" />
          </div>
        </>
      )}
    </AuthFrame>
  )
}
