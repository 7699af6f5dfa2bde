import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { anonymous } from '../../../data/session.ts'
import { Button } from '../../../ui/button.tsx'
import { NewPasswordField } from '../new-password-field.tsx'
import { MailedLink } from './mailed-link.tsx'

export function ResetPasswordPage() {
  const [password, setPassword] = useState('')
  const [email, setEmail] = useState('')
  const set = async (token: string) => setEmail((await anonymous.resetPassword({ token, password })).email)
  return (
    <MailedLink
      path="/reset-password"
      title="Choose a new password"
      lead="You’ll be logged out everywhere."
      button="Set password"
      run={set}
      fields={{ password: [] }}
      done={{
        title: 'Password changed',
        lead: 'You’ve been logged out everywhere.',
        next: (
          <Button asChild look="primary" className="h-target">
            <Link to="/auth/login" search={{ email } as never}>
              Log in
            </Link>
          </Button>
        ),
      }}
    >
      {(errorOf) => <NewPasswordField label="New password" autoFocus value={password} error={errorOf('password')} onChange={setPassword} />}
    </MailedLink>
  )
}
