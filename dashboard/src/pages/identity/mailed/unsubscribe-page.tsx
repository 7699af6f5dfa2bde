import { anonymous } from '../../../data/session.ts'
import { MailedLink } from './mailed-link.tsx'

export const UnsubscribePage = () => (
  <MailedLink
    path="/unsubscribe"
    title="Stop the daily mail"
    lead="What you are told of stays in your inbox; Settings, Notifications turns the mail on again."
    button="Stop the mail"
    run={(token) => anonymous.unsubscribe({ token })}
    done={{ title: 'You get no more daily mail', lead: 'Your inbox has everything as before.' }}
  />
)
