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
      lead="All your login sessions end; log in with the new password."
      button="Set the password"
      run={set}
      fields={{ password: [] }}
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
      {(errorOf) => <NewPasswordField label="New password" autoFocus value={password} error={errorOf('password')} onChange={setPassword} />}
    </MailedLink>
  )
}
