import type { CSSProperties } from 'react'
import { classes } from './classes.ts'

/** A share of something: gray until it warns, dashed if unknown. */
export function Meter({ label, share, warn }: { label: string; share: number | null; warn?: boolean }) {
  if (share === null)
    return <div role="img" aria-label={`${label}: unknown`} className="h-meter w-full border-b border-dashed border-ring" />
  const shown = Math.max(0, Math.min(1, share))
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(shown * 100)}
      className="h-meter w-full overflow-hidden rounded-full bg-line"
    >
      <div
        className={classes('h-full w-share rounded-full', warn ? 'bg-warn' : 'bg-muted')}
        style={{ '--share': shown } as CSSProperties}
      />
    </div>
  )
}

/** A row of steps, such as gates or the rank of evidence: done, current and upcoming. */
export function Steps({ label, done, of, current = true }: { label: string; done: number; of: number; current?: boolean }) {
  return (
    <span role="img" aria-label={label} className="inline-flex gap-2">
      {Array.from({ length: of }, (_, at) => (
        <span
          key={at}
          className={classes('h-meter w-12 rounded-full', at < done ? 'bg-accent' : at === done && current ? 'bg-ring' : 'bg-line')}
        />
      ))}
    </span>
  )
}
