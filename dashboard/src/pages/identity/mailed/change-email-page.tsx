import { account } from '../../../data/client.ts'
import { withPerson } from '../../../data/step-up.ts'
import { refresh } from '../../../data/session.ts'
import { MailedLink } from './mailed-link.tsx'

export function ChangeEmailPage() {
  const change = async (token: string) => {
    await withPerson(() => account.confirmEmailChange({ token }))
    await refresh()
  }
  return (
    <MailedLink
      path="/change-email"
      title="Use this e-mail address"
      lead="Your account uses this address from now on; the one before is told."
      button="Change the address"
      asUser
      run={change}
      done={{ title: 'Your address is changed', lead: 'Log in with it from now on.' }}
    />
  )
}
