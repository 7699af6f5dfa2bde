import { Link } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { useEffect } from 'react'
import { account } from '../../../data/client.ts'
import { refresh } from '../../../data/session.ts'
import { Button } from '../../../ui/button.tsx'
import { AuthFrame, Problem } from '../auth-frame.tsx'
import { Resend, useMailed } from '../login/mailed.tsx'

/** The link may be opened in another tab or on a phone: returning to this tab continues. */
export function VerifyFirst({ user }: { user: { email: string; handle: string } }) {
  const mailed = useMailed(() => account.sendVerification({}))
  useEffect(() => {
    const look = () => void (document.visibilityState === 'visible' && refresh().catch(() => null))
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return (
    <AuthFrame
      title="Verify your email"
      lead="Then you can create an organization, invite people and connect agents."
      foot={
        <Link to={`/${user.handle}/inbox`} className="touch inline-flex items-center font-medium text-accent">
          Look around first
        </Link>
      }
    >
      <Problem text={mailed.error} />
      <p role="status" className="flex gap-10 rounded-card border border-line bg-sunken p-12">
        <MailCheck className="size-20 shrink-0 text-accent" aria-hidden />
        <span>
          We sent a link to <strong className="font-medium">{user.email}</strong>. Open it to continue.
        </span>
      </p>
      <Button look="primary" className="h-target" onClick={() => void refresh().catch(() => null)}>
        I’ve opened it
      </Button>
      <Resend {...mailed} />
    </AuthFrame>
  )
}
