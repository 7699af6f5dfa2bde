import { BatonError } from '@baton/client'
import { CloudOff, RefreshCw, SearchX, ServerCrash, ShieldX, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { connection } from '../data/live/connection.ts'
import { reportIssue } from '../data/report-issue.ts'
import { Unreachable } from '../data/unreachable.ts'
import { Button } from './button.tsx'
import { PartGone } from './load-part.ts'
import { EmptyState } from './empty-state.tsx'

interface FailedProps {
  error: Error
  retry(): void
  /** What failed: the whole page, or a part of it. */
  of?: 'page' | 'part'
}

/** Shown for a failed read, a file that did not come or code that broke: what happened, and what can be done. */
export function FailedState({ error, retry, of = 'part' }: FailedProps) {
  const whole = of === 'page'
  if (error instanceof Unreachable) return <OutOfReach whole={whole} retry={retry} />
  if (error instanceof PartGone)
    return (
      <EmptyState
        whole={whole}
        icon={RefreshCw}
        title="A new version is ready."
        action={
          <Button look="primary" onClick={reloadPage}>
            Reload
          </Button>
        }
      >
        Unsent tasks and comments are kept.
      </EmptyState>
    )
  if (!(error instanceof BatonError)) return <Broken error={error} of={of} retry={retry} />
  // A URL with a malformed id can't lead to anything that exists, so treat it as 404.
  const { status } = error.code === 'invalid' && /must be an id/.test(error.detail) ? { status: 404 } : error
  // The server's detail for a 404 names tools, for agents, so it is not shown.
  if (status === 404)
    return (
      <EmptyState whole={whole} icon={SearchX} title="Not found">
        It may have been deleted, or you don’t have access.
      </EmptyState>
    )
  if (status === 403)
    return (
      <EmptyState whole={whole} icon={ShieldX} title="No access">
        {error.detail}
      </EmptyState>
    )
  const again = <Button onClick={retry}>Try again</Button>
  if (status >= 500)
    return <EmptyState whole={whole} icon={ServerCrash} title={`The server had a problem (${error.requestId ?? status}).`} action={again} />
  return (
    <EmptyState whole={whole} icon={TriangleAlert} title="Something went wrong" action={again}>
      {error.detail}
    </EmptyState>
  )
}

/** Waiting times in seconds, longer after each attempt that failed. */
const pauses = [8, 15, 30, 60]
let failures = 0
connection.subscribe(() => {
  if (connection.get() === 'live') failures = 0
})

/** Tries again by itself: after a while, and as soon as there is a connection. */
function OutOfReach({ whole, retry }: { whole: boolean; retry(): void }) {
  const [left, setLeft] = useState(() => pauses[Math.min(failures, pauses.length - 1)] ?? 0)
  const again = useRef(() => {})
  again.current = () => {
    failures++
    setLeft(pauses[Math.min(failures, pauses.length - 1)] ?? 0)
    retry()
  }
  useEffect(() => {
    const tick = setInterval(() => setLeft((before) => before - 1), 1000)
    const now = () => again.current()
    const stop = connection.subscribe(() => connection.get() === 'live' && now())
    addEventListener('online', now)
    return () => {
      clearInterval(tick)
      stop()
      removeEventListener('online', now)
    }
  }, [])
  useEffect(() => {
    if (left <= 0) again.current()
  }, [left])
  return (
    <EmptyState
      whole={whole}
      icon={CloudOff}
      title="Can’t reach the server."
      action={<Button onClick={() => again.current()}>Try now</Button>}
    >
      Trying again in {left} s.
    </EmptyState>
  )
}

/** A fault in our own code. Its id also stands beside the message in the browser's console, which the report takes along. */
function Broken({ error, of, retry }: Required<FailedProps>) {
  const [id] = useState(() => crypto.randomUUID().slice(0, 8))
  useEffect(() => console.error(`Error ${id}: ${error.name}: ${error.message}`), [id, error])
  const report = () => {
    const title = `A ${of} broke: ${error.name} (error ${id})`
    reportIssue(title)
  }
  return (
    <EmptyState
      whole={of === 'page'}
      icon={TriangleAlert}
      title={`This ${of} broke. The rest works.`}
      action={
        <div className="flex flex-wrap justify-center gap-8">
          <Button onClick={retry}>Try again</Button>
          <Button look="quiet" onClick={report}>
            Report it
          </Button>
        </div>
      }
    >
      <span className="font-mono text-helper">Error {id}</span>
    </EmptyState>
  )
}

/** Loads the page anew, with the files of the version that is deployed now. */
export const reloadPage = (): void => location.reload()

/** Shown for a page or part whose files this device doesn't have, while there is no connection to load them. */
export function NotHereYet({ what }: { what: 'page' | 'part' }) {
  return (
    <div role="status">
      <EmptyState whole={what === 'page'} icon={CloudOff} title={`This ${what} isn’t on this device yet.`}>
        It opens by itself when the connection is back.
      </EmptyState>
    </div>
  )
}
