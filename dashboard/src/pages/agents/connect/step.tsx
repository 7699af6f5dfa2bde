import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../../../ui/classes.ts'

interface StepProps {
  number: number
  title: string
  about?: ReactNode
  /** `live` is green: something is connected. */
  state: 'open' | 'done' | 'live'
  last?: boolean
  children: ReactNode
}

const marks = {
  open: 'border border-accent text-accent',
  done: 'bg-muted text-panel',
  live: 'bg-ok text-panel',
}

/** One of several steps, with a line to the next. */
export function Step({ number, title, about, state, last, children }: StepProps) {
  return (
    <li className="flex gap-12">
      <div className="flex flex-col items-center gap-6" aria-hidden>
        <span className={classes('flex size-24 shrink-0 items-center justify-center rounded-full font-medium', marks[state])}>
          {state === 'open' ? number : <Check className="size-16" />}
        </span>
        {!last && <span className="w-px flex-1 bg-line" />}
      </div>
      <section className={classes('min-w-0 flex-1', !last && 'pb-24')} aria-label={title}>
        <h2 className="font-semibold">
          {title}
          {state !== 'open' && <span className="sr-only">, done</span>}
        </h2>
        {about && <p className="text-muted">{about}</p>}
        <div className="mt-10 flex flex-col gap-10">{children}</div>
      </section>
    </li>
  )
}
