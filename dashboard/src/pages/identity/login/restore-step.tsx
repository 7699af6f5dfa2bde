import { Button } from '../../../ui/button.tsx'
import { date } from '../../../ui/format.ts'
import { Problem } from '../auth-frame.tsx'
import { useAttempt } from '../use-attempt.ts'

/** The owner closed the account and can still restore it. */
export function RestoreStep({ until, onRestore }: { until: string; onRestore(): Promise<unknown> }) {
  const { busy, error, attempt } = useAttempt()
  return (
    <div className="flex flex-col gap-16">
      <Problem text={error} />
      <p>This account is closed. You can restore it until {date(until)}; after that it is deleted permanently.</p>
      <Button look="primary" className="h-target" busy={busy} onClick={() => void attempt(onRestore)}>
        Restore account
      </Button>
    </div>
  )
}
