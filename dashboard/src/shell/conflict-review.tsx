import { useStore } from '../data/store.ts'
import { isConflict, reviewed, subjectWords } from '../data/tasks/conflicts.ts'
import { outbox } from '../data/writes/outbox.ts'
import { Dialog } from '../ui/dialog.tsx'
import { lazily } from '../ui/lazily.tsx'

const Panel = lazily('block', () => import('./conflict-panel.tsx'))

/** Two people changed the same text: both versions are shown, and whoever came second decides. Closing it decides nothing. */
export function ConflictReview() {
  const id = useStore(reviewed)
  const conflicts = useStore(outbox).filter(isConflict)
  const one = conflicts.find((write) => write.id === id)
  if (!one) return null
  const { by } = one.conflict
  const who = by === 'You' ? 'You saved another version in another window' : `${by ?? 'Someone else'} saved another version`
  return (
    <Dialog
      open
      onOpenChange={() => reviewed.set(null)}
      at="wide"
      title={`Conflicting edits to ${subjectWords(one)}`}
      about={`${who} while you were editing. Yours is not saved yet, and nothing has been overwritten.`}
    >
      <Panel key={one.id} write={one} onDecided={() => reviewed.set(conflicts.find((write) => write !== one)?.id ?? null)} />
    </Dialog>
  )
}
