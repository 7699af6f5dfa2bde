import type { ComponentProps } from 'react'
import { classes } from './classes.ts'

/** A list with lines between its rows. */
export function Rows({ className, ...rest }: ComponentProps<'ul'>) {
  return <ul {...rest} className={classes('divide-y divide-line-soft rounded-card border border-line bg-raised', className)} />
}

export function Row({ className, ...rest }: ComponentProps<'li'>) {
  return <li {...rest} className={classes('flex min-w-0 items-center gap-10 px-12 py-8', className)} />
}

/** A bordered box with its own background. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classes('rounded-card border border-line bg-raised shadow-card', className)} />
}
