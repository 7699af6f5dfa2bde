import { Fingerprint } from 'lucide-react'
import { useEffect, useState, type FormEvent } from 'react'
import { anonymous } from '../../../data/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { Or, Problem } from '../auth-frame.tsx'
import { passkeysWork, provePasskey } from '../passkey.ts'
import { useAttempt } from '../use-attempt.ts'
import type { StepProps } from './login-form.tsx'
import { ProviderButtons } from './provider-buttons.tsx'

interface EmailStepProps {
  email: string
  back: string
  secret?: string | undefined
  proceed: StepProps['proceed']
  onEmail(email: string): void
}

/** The email address, or a login method that needs none. */
export function EmailStep({ email: first, back, secret, proceed, onEmail }: EmailStepProps) {
  const [email, setEmail] = useState(first)
  const { busy, error, attempt } = useAttempt()
  const logIn = (autofill: boolean) => proceed(async () => anonymous.finishPasskeyLogin({ passkey: await provePasskey(autofill) }))
  useEffect(() => {
    // Offers this device's passkeys in the field's autofill list; a failure stays silent for anyone who types instead.
    void offersPasskeys()
      .then((offers) => (offers ? logIn(true) : undefined))
      .catch(() => {})
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onEmail(email.trim())
  }
  return (
    <div className="flex flex-col gap-16">
      <form onSubmit={submit} className="flex flex-col gap-16">
        <Problem text={error} />
        <Field label="Email">
          {(ids) => (
            <Input
              {...ids}
              type="email"
              name="email"
              autoComplete="username webauthn"
              placeholder="you@example.com"
              required
              autoFocus
              maxLength={254}
              value={email}
              onChange={(e) => setEmail(e.target.value)}
            />
          )}
        </Field>
        <Button type="submit" look="primary" className="h-target">
          Continue
        </Button>
      </form>
      <Or />
      <div className="flex flex-col gap-8">
        {passkeysWork() && (
          <Button className="h-target" busy={busy} onClick={() => void attempt(() => logIn(false))}>
            <Fingerprint /> Use a passkey
          </Button>
        )}
        <ProviderButtons back={back} secret={secret} />
      </div>
    </div>
  )
}

async function offersPasskeys(): Promise<boolean> {
  return passkeysWork() && Boolean(await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.())
}
