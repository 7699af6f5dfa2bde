import { VenetianMask } from 'lucide-react'
import { useEffect } from 'react'
import { account } from '../data/client.ts'
import { impersonation, leave } from '../data/impersonation.ts'
import { Button } from '../ui/button.tsx'
import { Countdown, useNow } from '../ui/time.tsx'

/** A banner above every page while an administrator acts as another user. */
export default function Impersonating() {
  const now = useNow(1000)
  const over = impersonation !== null && Date.parse(impersonation.ends_at) <= now
  useEffect(() => {
    if (over) leave()
  }, [over])
  if (!impersonation) return null
  const { id, user, ends_at } = impersonation
  const stop = () => void account.endImpersonation({ id }).finally(leave)
  return (
    <div
      role="status"
      className="flex min-h-target shrink-0 flex-wrap items-center justify-center gap-8 bg-bad-soft px-12 text-helper text-bad"
    >
      <span className="flex items-center gap-8 py-4">
        <VenetianMask className="size-16 shrink-0" aria-hidden />
        You’re acting as {user.name} (@{user.handle}). They were notified, and everything you do is logged.
      </span>
      <Countdown until={ends_at} />
      <Button onClick={stop}>Stop</Button>
    </div>
  )
}
