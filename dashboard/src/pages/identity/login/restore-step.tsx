import { Button } from '../../../ui/button.tsx'
import { date } from '../../../ui/format.ts'
import { Problem } from '../auth-frame.tsx'
import { useAttempt } from '../use-attempt.ts'

/** The account was closed by its owner, and can still be taken back. */
export function RestoreStep({ until, onRestore }: { until: string; onRestore(): Promise<unknown> }) {
  const { busy, error, attempt } = useAttempt()
  return (
    <div className="flex flex-col gap-16">
      <Problem text={error} />
      <p>You have closed this account. Until {date(until)} you can take it back as it was; after that it is erased.</p>
      <Button look="primary" className="h-target" busy={busy} onClick={() => void attempt(onRestore)}>
        Take the account back
      </Button>
    </div>
  )
}
