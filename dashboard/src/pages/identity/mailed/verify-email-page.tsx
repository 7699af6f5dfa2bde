import { account } from '../../../data/client.ts'
import { refresh } from '../../../data/session.ts'
import { MailedLink } from './mailed-link.tsx'
import { MyInvites } from './my-invites.tsx'

export function VerifyEmailPage() {
  const verify = async (token: string) => {
    await account.verifyEmail({ token })
    // Until then, the login in this browser still says that the address is unverified.
    await refresh()
  }
  return (
    <MailedLink
      path="/verify-email"
      title="Verify your email address"
      lead="This confirms that the account is yours."
      button="Verify email"
      asUser
      run={verify}
      done={{ title: 'Email verified', lead: 'You can now accept invitations and log in by email.', next: <MyInvites fallback="/" /> }}
    />
  )
}
