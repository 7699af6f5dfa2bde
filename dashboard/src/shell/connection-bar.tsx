import { CloudOff } from 'lucide-react'
import { useState } from 'react'
import { connection } from '../data/live/connection.ts'
import { discard, outbox, retry } from '../data/writes/outbox.ts'
import { useStore } from '../data/store.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { plural } from '../ui/format.ts'
import { Row, Rows } from '../ui/row.tsx'
import { Ago } from '../ui/time.tsx'

/** Says what is not as usual: no connection, writes that wait, writes the server did not take. */
export function ConnectionBar() {
  const state = useStore(connection)
  const writes = useStore(outbox)
  const [open, setOpen] = useState(false)
  const refused = writes.filter((one) => one.refused !== undefined)
  const waiting = writes.filter((one) => one.waited && one.refused === undefined)
  if (state !== 'offline' && refused.length === 0 && waiting.length === 0) return null
  return (
    <div
      role="status"
      className="flex min-h-target shrink-0 flex-wrap items-center justify-center gap-8 bg-warn-soft px-12 text-helper text-warn"
    >
      <CloudOff className="size-16" aria-hidden />
      {state === 'offline'
        ? 'You are offline. What you do is kept here and sent when the connection is back.'
        : refused.length > 0
          ? `${plural(refused.length, 'change')} could not be made.`
          : 'Sending what waited.'}
      {refused.length + waiting.length > 0 && (
        <Button look="quiet" className="text-warn" onClick={() => setOpen(true)}>
          {refused.length > 0 ? 'Look at it' : `${plural(waiting.length, 'change')} waiting`}
        </Button>
      )}
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="On the way to the server"
        about="Sent in this order. Nothing is dropped unless you say so."
      >
        <Rows>
          {[...refused, ...waiting].map((one) => (
            <Row key={one.id} className="flex-wrap">
              <div className="min-w-0 flex-1">
                <p className="truncate">{one.label}</p>
                <p className="text-helper text-muted">{one.refused ?? 'Waiting for the connection'}</p>
              </div>
              <Ago at={new Date(one.at).toISOString()} />
              {one.refused !== undefined && <Button onClick={() => retry(one)}>Send again</Button>}
              <Button look="quiet" onClick={() => discard(one.id)}>
                Drop
              </Button>
            </Row>
          ))}
        </Rows>
      </Dialog>
    </div>
  )
}
