import { account } from '../../../data/client.ts'
import { refresh } from '../../../data/session.ts'
import { MailedLink } from './mailed-link.tsx'
import { MyInvites } from './my-invites.tsx'

export function VerifyEmailPage() {
  const verify = async (token: string) => {
    await account.verifyEmail({ token })
    // What this browser knows of the account says otherwise until then.
    await refresh()
  }
  return (
    <MailedLink
      path="/verify-email"
      title="Confirm your e-mail address"
      lead="Whoever is logged in and reads this mail owns the account."
      button="Confirm the address"
      asUser
      run={verify}
      done={{ title: 'Your address is confirmed', lead: 'You can be invited, and log in by mail.', next: <MyInvites fallback="/" /> }}
    />
  )
}
