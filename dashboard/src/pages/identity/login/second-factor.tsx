import { Fingerprint } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import type { Input as InputOf } from '@baton/client'
import { anonymous } from '../../../data/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { Problem } from '../auth-frame.tsx'
import type { Factor } from '../entering.ts'
import { provePasskey } from '../passkey.ts'
import { useAttempt } from '../use-attempt.ts'
import type { StepProps } from './login-form.tsx'

const order = ['passkey', 'totp', 'recovery_code'] as const
const words = {
  passkey: { way: 'Use a passkey', label: '', hint: '' },
  totp: { way: 'Use authenticator app', label: 'Code from your authenticator app', hint: '6 digits, changes every 30 seconds.' },
  recovery_code: {
    way: 'Use a recovery code',
    label: 'Recovery code',
    hint: 'One of the codes you saved. Each works once.',
  },
}

interface SecondFactorProps {
  factor: Factor
  proceed: StepProps['proceed']
  /** Back to the first factor: this challenge has expired. */
  onAgain(): void
}

/** The account requires a second factor. */
export function SecondFactor({ factor, proceed, onAgain }: SecondFactorProps) {
  const offered = order.filter((one) => factor.methods.includes(one))
  const [way, setWay] = useState(offered[0] ?? 'totp')
  const [text, setText] = useState('')
  const { busy, error, failure, attempt, clear } = useAttempt()
  const prove = (proof: () => Promise<Omit<InputOf<'proveSecondFactor'>, 'token'>>) =>
    attempt(() => proceed(async () => anonymous.proveSecondFactor({ token: factor.token, ...(await proof()) })))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void prove(async () => ({ [way]: way === 'totp' ? text.replaceAll(/\D/g, '') : text.trim() }))
  }
  const { label, hint } = words[way]
  return (
    <form onSubmit={submit} className="flex flex-col gap-16">
      <p className="text-muted">Two-factor authentication is on for your account.</p>
      <Problem text={error} />
      {way === 'passkey' ? (
        <Button
          look="primary"
          className="h-target"
          busy={busy}
          autoFocus
          onClick={() => void prove(async () => ({ passkey: await provePasskey() }))}
        >
          <Fingerprint /> Use your passkey
        </Button>
      ) : (
        <>
          <Field key={way} label={label} hint={hint}>
            {(ids) => (
              <Input
                {...ids}
                name="code"
                autoFocus
                required
                autoComplete="one-time-code"
                inputMode={way === 'totp' ? 'numeric' : 'text'}
                maxLength={40}
                className="font-mono text-lead"
                value={text}
                onChange={(e) => setText(e.target.value)}
              />
            )}
          </Field>
          <Button type="submit" look="primary" className="h-target" busy={busy}>
            Continue
          </Button>
        </>
      )}
      <div className="flex flex-wrap justify-center gap-8">
        {offered
          .filter((one) => one !== way)
          .map((one) => (
            <Button
              key={one}
              look="quiet"
              onClick={() => {
                setWay(one)
                setText('')
                clear()
              }}
            >
              {words[one].way}
            </Button>
          ))}
        {failure !== null && (
          <Button look="quiet" onClick={onAgain}>
            Start over
          </Button>
        )}
      </div>
    </form>
  )
}
