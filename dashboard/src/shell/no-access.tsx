import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { forgetOrganization } from '../data/organization.ts'
import { useOwn } from '../data/reads.ts'
import { currentUser, logOut } from '../data/session.ts'
import { AuthFrame } from '../pages/identity/auth-frame.tsx'
import { MyInvites } from '../pages/identity/mailed/my-invites.tsx'
import { Button } from '../ui/button.tsx'
import { firstLetter } from '../ui/marks/avatar.tsx'
import { Rows } from '../ui/row.tsx'
import { Loaded } from '../ui/states.tsx'

/** Shown if the URL names an organization that does not exist or that the user is not in, with where to go instead. */
export function NoAccess({ handle }: { handle: string }) {
  const read = useOwn('listOrganizations', {})
  const navigate = useNavigate()
  useEffect(() => forgetOrganization(handle), [handle])
  return (
    <AuthFrame
      title={`You don’t have access to “${handle}”`}
      lead="It may not exist, or you’re not a member. Check the address, or ask one of its admins for an invite link."
      foot={
        <>
          Logged in as {currentUser()?.email}.{' '}
          <button
            type="button"
            className="touch inline-flex items-center font-medium text-accent"
            onClick={() => void logOut().then(() => navigate({ to: '/auth/login' }))}
          >
            Log out
          </button>
        </>
      }
    >
      <MyInvites />
      <Loaded read={read} rows={2}>
        {({ items }) => (
          <section aria-labelledby="your-organizations" className="flex flex-col gap-8">
            <h2 id="your-organizations" className="font-medium">
              Your organizations
            </h2>
            <Rows>
              {items
                .filter(({ sandbox }) => !sandbox)
                .map((one) => (
                  <li key={one.id} className="flex">
                    <Link
                      to={`/${one.handle}/inbox`}
                      className="touch flex min-w-0 flex-1 items-center gap-10 rounded-card px-12 py-8 hover:bg-hover"
                    >
                      <span
                        className="flex size-24 shrink-0 items-center justify-center rounded-control bg-accent font-semibold text-on-accent"
                        aria-hidden
                      >
                        {firstLetter(one.name)}
                      </span>
                      <span className="min-w-0 flex-1">
                        <span className="block truncate font-medium">{one.name}</span>
                        <span className="block truncate font-mono text-label text-muted">{one.handle}</span>
                      </span>
                      <ChevronRight className="size-16 text-muted" aria-hidden />
                    </Link>
                  </li>
                ))}
            </Rows>
          </section>
        )}
      </Loaded>
      <Button asChild look="quiet">
        <Link to="/onboarding">New organization</Link>
      </Button>
    </AuthFrame>
  )
}
