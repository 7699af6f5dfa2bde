import { useEffect, useState } from 'react'
import { ago, countdown, dateTime, longAgo } from './format.ts'

/** The current time, updated at the given interval in milliseconds while the component is mounted. */
export function useNow(every: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}

/** Elapsed time, abbreviated for columns; `said` gives the form for sentences. */
export function Ago({ at, said = false }: { at: string; said?: boolean }) {
  const now = useNow(10_000)
  return (
    <time dateTime={at} title={dateTime(at)} className="font-mono text-label whitespace-nowrap text-muted">
      {said ? longAgo(at, now) : ago(at, now)}
    </time>
  )
}

/** The time left of a lease; turns to a warning in its last quarter. */
export function Countdown({ until, warnBelow = 225_000 }: { until: string; warnBelow?: number }) {
  const now = useNow(1000)
  const low = Date.parse(until) - now < warnBelow
  return (
    <time dateTime={until} className={`font-mono ${low ? 'text-warn' : ''}`}>
      {countdown(until, now)}
    </time>
  )
}
