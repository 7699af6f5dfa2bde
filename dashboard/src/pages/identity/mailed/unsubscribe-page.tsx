import { anonymous } from '../../../data/session.ts'
import { MailedLink } from './mailed-link.tsx'

export const UnsubscribePage = () => (
  <MailedLink
    path="/unsubscribe"
    title="Unsubscribe from the daily digest"
    lead="Your inbox stays as it is. You can turn the digest back on in Settings, Notifications."
    button="Unsubscribe"
    run={(token) => anonymous.unsubscribe({ token })}
    done={{ title: 'Unsubscribed', lead: 'You won’t get the daily digest anymore.' }}
  />
)
