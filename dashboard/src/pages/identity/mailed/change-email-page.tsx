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
      title="Confirm new email address"
      lead="Your account will use this address. We’ll notify the old one."
      button="Change address"
      asUser
      run={change}
      done={{ title: 'Email address changed', lead: 'Use it to log in from now on.' }}
    />
  )
}
