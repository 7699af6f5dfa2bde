import { Link } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { useEffect } from 'react'
import { account } from '../../../data/client.ts'
import { currentUser, refresh } from '../../../data/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Problem } from '../auth-frame.tsx'
import { Resend, useMailed } from '../login/mailed.tsx'

const askEvery = 3000

/** Where mail is on, an account makes nothing that lasts before its address is verified. The link may be opened in another tab. */
export function VerifyStep({ onDone }: { onDone(): void }) {
  const mailed = useMailed(() => account.sendVerification({}))
  useEffect(() => {
    const timer = setInterval(async () => {
      const me = await account.me({}).catch(() => undefined)
      if (!me?.email_verified) return
      clearInterval(timer)
      await refresh()
      onDone()
    }, askEvery)
    return () => clearInterval(timer)
  }, [])
  return (
    <>
      <Problem text={mailed.error} />
      <p role="status" className="flex gap-10 rounded-card border border-line bg-sunken p-12">
        <MailCheck className="size-20 shrink-0 text-accent" aria-hidden />
        <span>
          A link is on its way to <strong className="font-medium">{currentUser()?.email}</strong>. Open it in this browser; this page goes
          on by itself.
        </span>
      </p>
      <Resend {...mailed} />
      <Button asChild look="quiet" className="h-target">
        <Link to="/">Look around meanwhile</Link>
      </Button>
    </>
  )
}
