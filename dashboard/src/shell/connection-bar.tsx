import { CloudOff, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { connection, slowedUntil } from '../data/live/connection.ts'
import { discard, outbox, retry } from '../data/writes/outbox.ts'
import { textOf } from '../data/writes/writes-in-line.ts'
import { useStore } from '../data/store.ts'
import { isConflict, review, subjectWords } from '../data/tasks/conflicts.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { plural } from '../ui/format.ts'
import { Row, Rows } from '../ui/row.tsx'
import { Ago } from '../ui/time.tsx'

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
        {state === 'offline'
          ? 'You’re offline. Changes will sync when you’re back online.'
          : conflict && conflicts.length === refused.length
            ? conflicts.length === 1
              ? `Your edit to ${subjectWords(conflict)} conflicts with a newer version.`
              : `${conflicts.length} of your edits conflict with newer versions.`
            : refused.length > 0
              ? `${plural(refused.length, 'change')} could not be saved.`
              : waiting.length === 0
                ? 'Too many requests. Loading continues in a moment.'
                : 'Syncing…'}
      </span>
      {conflict && conflicts.length === refused.length && (
        <Button look="quiet" className="text-warn" onClick={() => review(conflict)}>
          Review
        </Button>
      )}
      {refused.length - conflicts.length + waiting.length > 0 && (
        <Button look="quiet" className="text-warn" onClick={() => setOpen(true)}>
          {refused.length > conflicts.length ? 'Review' : `${plural(waiting.length, 'change')} waiting`}
        </Button>
      )}
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Waiting to sync"
        about="Sent in this order. Nothing is discarded unless you choose to."
      >
        <Rows>
          {[...refused, ...waiting].map((one) => (
            <Row key={one.id} className="flex-wrap">
              <div className="min-w-0 flex-1">
                <p className="truncate">{one.label}</p>
                <p className="text-helper text-muted">{one.refused ?? 'Waiting for connection'}</p>
              </div>
              <Ago at={new Date(one.at).toISOString()} />
              {isConflict(one) ? (
                <Button onClick={() => review(one)}>Review</Button>
              ) : (
                <>
                  {one.refused !== undefined && textOf(one) !== undefined && <CopyButton text={textOf(one) ?? ''} label="Copy your text" />}
                  {one.refused !== undefined && <Button onClick={() => retry(one)}>Resend</Button>}
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
