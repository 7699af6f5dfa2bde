import { useState, type FormEvent } from 'react'
import { account } from '../../data/client.ts'
import { withPerson } from '../../data/step-up.ts'
import { useOrganization } from '../../data/organization.ts'
import { readAgain } from '../../data/reads.ts'
import { toast } from '../../data/toast.ts'
import { Button } from '../../ui/button.tsx'
import { plural } from '../../ui/format.ts'
import { Problem } from '../identity/auth-frame.tsx'
import { NewPasswordField } from '../identity/new-password-field.tsx'
import { useAttempt } from '../identity/use-attempt.ts'
import { Group } from './settings-frame.tsx'

/** If the login is not recent, the step-up asks for the old password, a passkey or a code. */
export function ChangePassword({ email }: { email: string }) {
  const organization = useOrganization()
  const [password, setPassword] = useState('')
  const { busy, error, errorOf, attempt } = useAttempt({ password: [] })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const { sessions_ended } = await withPerson(() => account.changePassword({ password }))
      setPassword('')
      readAgain(organization, new Set(['listLoginSessions']))
      toast.success(sessions_ended > 0 ? `Password changed. ${plural(sessions_ended, 'other session')} ended.` : 'Password changed.')
    })
  }
  return (
    <form onSubmit={submit}>
      <Group title="Password" about="Changing it logs you out everywhere else.">
        {/* Tells a password manager whose password this is. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <Problem text={error} />
        <NewPasswordField label="New password" value={password} error={errorOf('password')} onChange={setPassword} />
        <Button type="submit" className="self-end" busy={busy} disabled={password === ''}>
          Change password
        </Button>
      </Group>
    </form>
  )
}
