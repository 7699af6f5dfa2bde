import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { account } from '../../../data/client.ts'
import { withPerson } from '../../../data/step-up.ts'
import { anonymous, refresh, session } from '../../../data/session.ts'
import { useStore } from '../../../data/store.ts'
import { Button } from '../../../ui/button.tsx'
import { date } from '../../../ui/format.ts'
import { Skeleton } from '../../../ui/states.tsx'
import { AuthFrame, Facts } from '../auth-frame.tsx'
import { lastUser } from '../entering.ts'
import { secretOf } from '../secret.ts'
import { useAsked } from '../use-asked.ts'
import { messageOf } from '../place-failure.ts'
import { ConfirmAddress } from './confirm-address.tsx'
import { MailedLink } from './mailed-link.tsx'

const roles = {
  admin: 'Admin: can manage people and settings',
  member: 'Member: can edit everything',
  viewer: 'Viewer: can read everything',
}

/** An invitation: the organization, the role and who invited, to accept or decline. */
export function InvitePage() {
  const [token] = useState(() => secretOf('/invite'))
  const { data: invite, error } = useAsked(() => anonymous.getInvite({ token }), token !== '')
  const login = useStore(session)
  const navigate = useNavigate()
  // So that someone who has an account here is not asked to create one.
  useEffect(() => {
    if (session.get() === 'unknown' && lastUser()) void refresh().catch(() => null)
  }, [])
  const [declined, setDeclined] = useState(false)
  if (declined) return <AuthFrame title="Invitation declined" lead="You can close this page." />
  if (error) return <AuthFrame title="This invitation has expired" lead={messageOf(error)} />
  if (token && !invite) return <Skeleton />
  if (invite?.email && login && login !== 'unknown' && !login.user.email_verified) {
    return <ConfirmAddress email={login.user.email} title={`One step before ${invite.organization.name}`} />
  }
  return (
    <MailedLink
      path="/invite"
      title={invite ? `Join ${invite.organization.name}` : 'Join an organization'}
      lead={invite && `${invite.invited_by} invited you.`}
      button="Accept invitation"
      asUser
      email={invite?.email}
      run={async (secret) => {
        await withPerson(() => account.acceptInvite({ token: secret }))
        if (invite) await navigate({ to: `/${invite.organization.handle}/inbox`, replace: true })
      }}
      done={{ title: 'You’ve joined', lead: 'Welcome aboard.' }}
      more={
        <div className="flex flex-col gap-8">
          {!(login && login !== 'unknown') && invite && (
            <Button asChild className="h-target">
              <Link to="/auth/register" search={(invite.email ? { email: invite.email } : {}) as never}>
                Create an account
              </Link>
            </Button>
          )}
          {login && login !== 'unknown' && (
            <Button look="quiet" onClick={() => void account.declineInvite({ token }).then(() => setDeclined(true))}>
              Decline
            </Button>
          )}
        </div>
      }
    >
      {() =>
        invite && (
          <Facts
            facts={[
              ['Organization', invite.organization.handle],
              ['Role', roles[invite.role]],
              ...(invite.email ? [['Sent to', invite.email] as const] : []),
              ['Expires', date(invite.expires_at)],
            ]}
          />
        )
      }
    </MailedLink>
  )
}
