import { useState, type FormEvent } from 'react'
import { anonymous } from '../../../data/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { Problem } from '../auth-frame.tsx'
import { useAttempt } from '../use-attempt.ts'
import type { StepProps } from './login-form.tsx'
import { Resend, useMailed } from './mailed.tsx'

export function CodeStep({ email, proceed, onStep }: StepProps) {
  const [code, setCode] = useState('')
  const { busy, error, errorOf, attempt } = useAttempt({ code: ['unauthenticated'] })
  const mailed = useMailed(() => anonymous.sendCode({ email }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(() => proceed(() => anonymous.verifyCode({ email, code: code.replaceAll(/\D/g, '') })))
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-16">
      <Problem text={error ?? mailed.error} />
      <Field
        label="Code from the email"
        hint="If the address has an account, we emailed it a 6-digit code. Valid for 10 minutes."
        error={errorOf('code')}
      >
        {(ids) => (
          <Input
            {...ids}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            autoFocus
            maxLength={8}
            className="font-mono text-lead"
            value={code}
            onChange={(e) => setCode(e.target.value)}
          />
        )}
      </Field>
      <Button type="submit" look="primary" className="h-target" busy={busy} disabled={code.replaceAll(/\D/g, '').length !== 6}>
        Log in
      </Button>
      <div className="flex flex-wrap justify-center gap-8">
        <Resend {...mailed} />
        <Button look="quiet" onClick={() => onStep('password')}>
          Use password
        </Button>
      </div>
    </form>
  )
}
