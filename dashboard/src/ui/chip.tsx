import type { ReactNode } from 'react'
import { classes } from './classes.ts'

const tones = {
  plain: 'border-line text-muted',
  accent: 'border-transparent bg-accent-soft text-accent',
  ok: 'border-transparent bg-ok-soft text-ok',
  warn: 'border-transparent bg-warn-soft text-warn',
  bad: 'border-transparent bg-bad-soft text-bad',
}

/** A small tag for a label, a scope or a trust level. Dashed means wanted but missing. */
export function Chip({
  children,
  tone = 'plain',
  dashed,
  mono,
}: {
  children: ReactNode
  tone?: keyof typeof tones
  dashed?: boolean
  mono?: boolean
}) {
  return (
    <span
      className={classes(
        'inline-flex h-20 max-w-full items-center gap-4 truncate rounded-full border px-8 text-label whitespace-nowrap',
        tones[tone],
        dashed && 'border-dashed border-ring',
        mono && 'font-mono',
      )}
    >
      {children}
    </span>
  )
}

/** The number of things that need the user. */
export const Count = ({ value }: { value: number }) =>
  value > 0 ? (
    <span className="inline-flex h-16 min-w-16 items-center justify-center rounded-full bg-accent px-4 text-label font-medium text-on-accent">
      {value}
    </span>
  ) : null
