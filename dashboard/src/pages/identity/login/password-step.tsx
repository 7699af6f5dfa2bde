import { Link } from '@tanstack/react-router'
import { Link2, Mail } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { anonymous } from '../../../data/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Or, Problem } from '../auth-frame.tsx'
import { useEntrance } from '../entrance.ts'
import { PasswordInput } from '../password-input.tsx'
import { useAttempt } from '../use-attempt.ts'
import type { StepProps } from './login-form.tsx'

export function PasswordStep({ email, proceed, onStep }: StepProps) {
  const [password, setPassword] = useState('')
  const { busy, error, attempt } = useAttempt()
  const entrance = useEntrance()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(() => proceed(() => anonymous.login({ email, password })))
  }
  return (
    <>
      <form onSubmit={submit} className="flex flex-col gap-16">
        {/* Tells a password manager whose password this is. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <Problem text={error} />
        <Field label="Password">
          {(ids) => (
            <PasswordInput
              {...ids}
              name="password"
              autoComplete="current-password"
              required
              autoFocus
              value={password}
              onChange={(e) => setPassword(e.target.value)}
            />
          )}
        </Field>
        <Button type="submit" look="primary" className="h-target" busy={busy}>
          Log in
        </Button>
      </form>
      {entrance && !entrance.mail && (
        <p className="text-center text-helper text-muted">Forgot your password? Ask an administrator of this instance for a reset link.</p>
      )}
      {entrance?.mail && (
        <>
          <Or />
          <div className="grid gap-8 wide:grid-cols-2">
            <Button className="h-target" onClick={() => onStep('code')}>
              <Mail /> Email me a code
            </Button>
            <Button className="h-target" onClick={() => onStep('link')}>
              <Link2 /> Email me a link
            </Button>
          </div>
          <Link
            to="/auth/forgot"
            search={{ email } as never}
            className="touch flex items-center justify-center text-helper text-muted underline-offset-2 hover:text-fg hover:underline"
          >
            Forgot your password?
          </Link>
        </>
      )}
    </>
  )
}
