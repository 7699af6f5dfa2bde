import { BatonError } from '@baton/client'
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useNow } from '../../../ui/time.tsx'
import { useAttempt } from '../use-attempt.ts'

/** Requests an email immediately, and again when its receiver wants another and may have one. */
export function useMailed(ask: () => Promise<{ resend_after: number }>) {
  const [again, setAgain] = useState<number>()
  const { busy, error, attempt } = useAttempt()
  const send = () =>
    attempt(async () => {
      try {
        const { resend_after } = await ask()
        setAgain(Date.now() + resend_after * 1000)
      } catch (error) {
        // Rate limited: one was requested just now and is on its way, so the next has to wait.
        if (error instanceof BatonError && error.retryAfter) setAgain(Date.now() + error.retryAfter * 1000)
        throw error
      }
    })
  useEffect(() => {
    void send()
  }, [])
  return { sent: again !== undefined, again: again ?? 0, busy, error, send: () => void send() }
}

export function Resend({ again, busy, send }: { again: number; busy: boolean; send(): void }) {
  const left = Math.ceil((again - useNow(1000)) / 1000)
  return (
    <Button look="quiet" className="self-center" disabled={left > 0} busy={busy} onClick={send}>
      {left > 0 ? `Resend email in ${left} s` : 'Resend email'}
    </Button>
  )
}
