import { useEffect, useState } from 'react'
import { ago, countdown, dateTime } from './format.ts'

/** The present, for what counts; a tick a second only while it is on screen. */
export function useNow(every: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}

export function Ago({ at }: { at: string }) {
  const now = useNow(10_000)
  return (
    <time dateTime={at} title={dateTime(at)} className="font-mono text-label whitespace-nowrap text-muted">
      {ago(at, now)}
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
