import { Link } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { account } from '../../../data/client.ts'
import { AuthFrame, Problem } from '../auth-frame.tsx'
import { Resend, useMailed } from '../login/mailed.tsx'

/** An unverified address cannot claim anything: its owner has to verify it by mail first. */
export function ConfirmAddress({ title, email }: { title: string; email: string }) {
  const mailed = useMailed(() => account.sendVerification({}))
  return (
    <AuthFrame
      title={title}
      lead="Verify your email address to accept this invitation."
      foot={
        <Link to="/onboarding" className="touch inline-flex items-center font-medium text-accent">
          Look around first
        </Link>
      }
    >
      <Problem text={mailed.error} />
      <p role="status" className="flex gap-10 rounded-card border border-line bg-sunken p-12">
        <MailCheck className="size-20 shrink-0 text-accent" aria-hidden />
        <span>
          We sent a link to <strong className="font-medium">{email}</strong>. Open it in this browser to continue.
        </span>
      </p>
      <Resend {...mailed} />
    </AuthFrame>
  )
}
