import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { anonymous } from '../../../data/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { AuthFrame, Facts, Problem } from '../auth-frame.tsx'
import { keepEntry } from '../entering.ts'
import { HandleField, handleFrom } from '../login/handle-field.tsx'
import { NewPasswordField } from '../new-password-field.tsx'
import { messageOf } from '../place-failure.ts'
import { forgetSecret, secretOf } from '../secret.ts'
import { useAsked } from '../use-asked.ts'
import { useAttempt } from '../use-attempt.ts'

/** Creates the first administrator of an instance, through the link that the seed printed. */
export function SetupPage() {
  const [token] = useState(() => secretOf('/setup'))
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [handle, setHandle] = useState<string>()
  const { data: setup, error: over } = useAsked(() => anonymous.getSetup({ token }), token !== '')
  const shown = handle ?? handleFrom(name)
  const navigate = useNavigate()
  const { busy, error, errorOf, attempt } = useAttempt({ name: [], password: [], handle: ['handle_taken'] })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const login = await anonymous.setUpInstance({ token, name: name.trim(), password, ...(shown.length > 1 && { handle: shown }) })
      forgetSecret('/setup')
      await keepEntry(login)
      await navigate({ to: '/onboarding', replace: true })
    })
  }
  return (
    <AuthFrame
      title="Set up this instance"
      lead={
        token
          ? 'You’ll be the first administrator. This link works once.'
          : 'This link is incomplete. Open the full link that “npm run seed” printed.'
      }
    >
      {over !== undefined && <Problem text={messageOf(over)} />}
      {setup && (
        <form onSubmit={submit} className="flex flex-col gap-16">
          <Problem text={error} />
          <Facts facts={[['You’ll log in with', setup.email]]} />
          {/* Tells a password manager whose password this is. */}
          <input type="email" name="email" autoComplete="username" value={setup.email} readOnly hidden />
          <Field label="Your name" error={errorOf('name')}>
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
          <NewPasswordField value={password} error={errorOf('password')} onChange={setPassword} />
          <HandleField suggestion={shown} value={handle} error={errorOf('handle')} onChange={setHandle} />
          <Button type="submit" look="primary" className="h-target" busy={busy}>
            Create admin account
          </Button>
        </form>
      )}
    </AuthFrame>
  )
}
