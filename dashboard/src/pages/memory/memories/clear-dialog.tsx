import { useEffect, useState } from 'react'
import { act } from '../../../data/writes/act.ts'
import { clientFor } from '../../../data/client.ts'
import { problemOf } from '../../../data/problem.ts'
import { useOrganization } from '../../../data/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { plural } from '../../../ui/format.ts'

interface ClearProps {
  open: boolean
  close(): void
  whose: { project: string } | { agent: string }
  place: string
}

/** Shows how many memories would be cleared before clearing them; it can be undone for 30 days. */
export function ClearDialog({ open, close, whose, place }: ClearProps) {
  const organization = useOrganization()
  const [count, setCount] = useState<number | null>(null)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    if (!open) return
    setCount(null)
    setProblem('')
    // A dry run changes nothing, so it bypasses the outbox.
    void clientFor(organization)
      .clearMemory({ ...whose, dry_run: true })
      .then((answer) => setCount(answer.count))
      .catch((error: unknown) => setProblem(problemOf(error).sentence))
  }, [open])
  const clear = () => {
    void act({
      organization,
      operation: 'clearMemory',
      input: { ...whose, dry_run: false },
      label: `Clear memory of ${place}`,
      done: `Memory of ${place} cleared`,
      undo: ({ clearing }) => ({
        organization,
        operation: 'restoreMemories',
        input: { clearing: clearing?.id ?? '' },
        label: 'Undo clearing',
      }),
      then: ['listMemories', 'searchMemory', 'listMemoryClearings', 'getMemoryMap'],
    })
    close()
  }
  return (
    <Dialog open={open} onOpenChange={(next) => !next && close()} title={`Clear memory of ${place}`} about="It can be undone for 30 days.">
      <div className="flex flex-col gap-12">
        <p aria-live="polite">
          {count === null
            ? problem || 'Counting…'
            : count === 0
              ? 'Nothing to clear.'
              : `${plural(count, 'memory', 'memories')} will be cleared for everyone.`}
        </p>
        <Button look="danger" className="self-end" disabled={!count} onClick={clear}>
          Clear {count ? plural(count, 'memory', 'memories') : 'memory'}
        </Button>
      </div>
    </Dialog>
  )
}
