import { MailCheck } from 'lucide-react'
import { anonymous } from '../../../data/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Problem } from '../auth-frame.tsx'
import type { StepProps } from './login-form.tsx'
import { Resend, useMailed } from './mailed.tsx'

export function LinkStep({ email, onStep }: StepProps) {
  const mailed = useMailed(() => anonymous.sendMagicLink({ email }))
  return (
    <div className="flex flex-col gap-16">
      <Problem text={mailed.error} />
      {mailed.sent && (
        <p role="status" className="flex gap-10 rounded-card border border-line bg-sunken p-12">
          <MailCheck className="size-20 shrink-0 text-accent" aria-hidden />
          <span>Check your email. If the address has an account, we sent it a login link. It works once and expires in 10 minutes.</span>
        </p>
      )}
      <div className="flex flex-wrap justify-center gap-8">
        <Resend {...mailed} />
        <Button look="quiet" onClick={() => onStep('password')}>
          Use password
        </Button>
      </div>
    </div>
  )
}
