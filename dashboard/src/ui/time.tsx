import { useEffect, useState } from 'react'
import { ago, countdown, dateTime, longAgo } from './format.ts'

/** The present, for what counts; a tick a second only while it is on screen. */
export function useNow(every: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}

/** How long ago it was, for a column or a corner; `said` within a sentence or beside its name. */
export function Ago({ at, said = false }: { at: string; said?: boolean }) {
  const now = useNow(10_000)
  return (
    <time dateTime={at} title={dateTime(at)} className="font-mono text-label whitespace-nowrap text-muted">
      {said ? longAgo(at, now) : ago(at, now)}
    </time>
  )
}

/** What is left of a lease; it warns in its last quarter. */
export function Countdown({ until, warnBelow = 225_000 }: { until: string; warnBelow?: number }) {
  const now = useNow(1000)
  const low = Date.parse(until) - now < warnBelow
  return (
    <time dateTime={until} className={`font-mono ${low ? 'text-warn' : ''}`}>
      {countdown(until, now)}
    </time>
  )
}
