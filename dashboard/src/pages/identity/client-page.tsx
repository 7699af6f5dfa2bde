import { useParams } from '@tanstack/react-router'
import { accessToken, currentUser, logOut } from '../../data/session.ts'
import { withPerson } from '../../data/step-up.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { AuthFrame, Problem } from './auth-frame.tsx'
import { handOver } from './hand-over.ts'
import { useAttempt } from './use-attempt.ts'

/** An application is waiting for a login: passes this one to the page that asks for consent. */
export function ClientPage() {
  const { uid = '' } = useParams({ strict: false })
  const user = currentUser()
  const { busy, error, attempt } = useAttempt()
  const go = () => attempt(async () => location.assign(await withPerson(async () => handOver(uid, await accessToken()))))
  const other = () => attempt(async () => logOut().then(() => location.assign(`/auth/login?back=${encodeURIComponent(location.pathname)}`)))
  return (
    <AuthFrame title="Connect an application" lead="Next, review what it asks for.">
      <Problem text={error} />
      <div className="flex items-center gap-10 rounded-card border border-line bg-sunken p-12">
        <Avatar name={user?.name ?? '?'} kind="person" size="large" decorative />
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium">{user?.name}</p>
          <p className="truncate text-helper text-muted">{user?.email}</p>
        </div>
      </div>
      <div className="flex flex-col gap-8">
        <Button look="primary" className="h-target" busy={busy} onClick={() => void go()}>
          Continue as {user?.name}
        </Button>
        <Button look="quiet" className="h-target" onClick={() => void other()}>
          Use another account
        </Button>
      </div>
    </AuthFrame>
  )
}
