import { CloudOff, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { connection, slowedUntil } from '../data/live/connection.ts'
import { discard, isRevisable, outbox, retry, type Write } from '../data/writes/outbox.ts'
import { textOf } from '../data/writes/writes-in-line.ts'
import { useStore } from '../data/store.ts'
import { isConflict, review, subjectWords } from '../data/tasks/conflicts.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { plural } from '../ui/format.ts'
import { Row, Rows } from '../ui/row.tsx'
import { Ago } from '../ui/time.tsx'
import { openNewTask } from './new-task.tsx'

/** Shown only if something is unusual: no connection, waiting writes, refused writes, or rate limiting. */
export function ConnectionBar() {
  const state = useStore(connection)
  const writes = useStore(outbox)
  const [open, setOpen] = useState(false)
  const refused = writes.filter((one) => one.refused !== undefined)
  const conflicts = refused.filter(isConflict)
  const [conflict] = conflicts
  const waiting = writes.filter((one) => one.waited && one.refused === undefined)
  const slowed = useStore(slowedUntil) > 0
  if (state !== 'offline' && refused.length === 0 && waiting.length === 0 && !slowed) return null
  return (
    <div
      role="status"
      className="flex min-h-target shrink-0 flex-wrap items-center justify-center gap-8 bg-warn-soft px-12 text-helper text-warn"
    >
      <span className="flex items-center gap-8 py-4">
        {state === 'offline' ? (
          <CloudOff className="size-16 shrink-0" aria-hidden />
        ) : (
          <TriangleAlert className="size-16 shrink-0" aria-hidden />
        )}
        {says({ offline: state === 'offline', conflicts, refused: refused.length, waiting: waiting.length })}
      </span>
      {conflict && conflicts.length === refused.length && (
        <Button look="quiet" className="text-warn" onClick={() => review(conflict)}>
          Review
        </Button>
      )}
      {refused.length - conflicts.length + waiting.length > 0 && (
        <Button look="quiet" className="text-warn" onClick={() => setOpen(true)}>
          {refused.length > conflicts.length ? 'Review' : 'Show'}
        </Button>
      )}
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Changes that wait"
        about="Sent in this order. Nothing is discarded unless you choose to."
      >
        <Rows>
          {[...refused, ...waiting].map((one) => (
            <Row key={one.id} className="flex-wrap">
              <div className="min-w-0 flex-1">
                <p className="truncate">{one.label}</p>
                <p className="text-helper text-muted">{one.refused ?? 'Waits for a connection'}</p>
              </div>
              <Ago at={new Date(one.at).toISOString()} />
              {isConflict(one) ? (
                <Button onClick={() => review(one)}>Review</Button>
              ) : (
                <>
                  {one.refused !== undefined && textOf(one) !== undefined && <CopyButton text={textOf(one) ?? ''} label="Copy your text" />}
                  {one.refused !== undefined && <Button onClick={() => retry(one)}>Resend</Button>}
                  {isRevisable(one) && (
                    <Button look="quiet" onClick={() => (setOpen(false), editNewTask(one))}>
                      Edit
                    </Button>
                  )}
                  <Button look="quiet" onClick={() => discard(one.id)}>
                    Discard
                  </Button>
                </>
              )}
            </Row>
          ))}
        </Rows>
      </Dialog>
    </div>
  )
}

interface Told {
  offline: boolean
  conflicts: readonly Parameters<typeof subjectWords>[0][]
  refused: number
  waiting: number
}

function says({ offline, conflicts: [first, ...others], refused, waiting }: Told): string {
  const wait = waiting === 1 ? '1 change waits' : `${waiting} changes wait`
  if (offline) return waiting > 0 ? `Offline · ${wait}` : 'Offline · Changes are sent when you’re back'
  if (first && others.length + 1 === refused)
    return others.length === 0
      ? `Your edit to ${subjectWords(first)} conflicts with a newer version.`
      : `${refused} of your edits conflict with newer versions.`
  if (refused > 0) return `${plural(refused, 'change')} could not be saved.`
  return waiting > 0 ? `Syncing · ${wait}` : 'Too many requests. Loading continues in a moment.'
}

/** Opens the form with a task that was created offline and has not been sent. */
function editNewTask({ id, input, patch }: Write): void {
  if (!patch?.create) return
  const { title, description, key: _, id: __, ...fields } = patch.create
  const { project } = input as { project: string }
  openNewTask({ ...fields, waiting: { write: id, project, title, description } })
}
