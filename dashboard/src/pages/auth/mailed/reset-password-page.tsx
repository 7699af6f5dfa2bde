import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { BatonError } from '@baton/client'
import { anonymous } from '../../../data/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { PasswordInput } from '../password-input.tsx'
import { MailedLink } from './mailed-link.tsx'

export function ResetPasswordPage() {
  const [password, setPassword] = useState('')
  const [email, setEmail] = useState('')
  const [refused, setRefused] = useState<string>()
  const set = async (token: string) => {
    setRefused(undefined)
    try {
      setEmail((await anonymous.resetPassword({ token, password })).email)
    } catch (error) {
      const fields = error instanceof BatonError ? (error.extra['errors'] as { field: string; message: string }[] | undefined) : undefined
      setRefused(fields?.find(({ field }) => field === 'password')?.message)
      throw error
    }
  }
  return (
    <MailedLink
      path="/reset-password"
      title="Choose a new password"
      lead="All your login sessions end; log in with the new password."
      button="Set the password"
      run={set}
      done={{
        title: 'Your password is changed',
        lead: 'Every login session has ended.',
        next: (
          <Button asChild look="primary" className="h-target">
            <Link to="/auth/login" search={{ email } as never}>
              Log in
            </Link>
          </Button>
        ),
      }}
    >
      <Field label="New password" hint="At least 10 characters." error={refused && `It ${refused}.`}>
        {(ids) => (
          <PasswordInput
            {...ids}
            name="password"
            autoComplete="new-password"
            required
            autoFocus
            value={password}
            onChange={(e) => setPassword(e.target.value)}
          />
        )}
      </Field>
    </MailedLink>
  )
}
