import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'
import { classes } from './classes.ts'

const looks = {
  /** The main action. */
  primary: 'bg-accent text-on-accent font-medium',
  plain: 'bg-control border border-line-strong shadow-card hover:bg-hover font-medium',
  quiet: 'text-muted hover:bg-hover hover:text-fg',
  danger: 'bg-control border border-line-strong shadow-card text-bad hover:bg-bad-soft font-medium',
}

interface ButtonProps extends ComponentProps<'button'> {
  look?: keyof typeof looks
  /** Icon only: needs an aria-label. */
  square?: boolean
  busy?: boolean
  /** Styles its only child, such as a link, instead of rendering a button. */
  asChild?: boolean
}

export function Button({ look = 'plain', square, busy, asChild, className, disabled, ...rest }: ButtonProps) {
  const Element = asChild ? Slot.Root : 'button'
  return (
    <Element
      {...(!asChild && { type: 'button' as const })}
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={classes(
        'touch inline-flex h-row shrink-0 items-center justify-center gap-6 rounded-control text-body whitespace-nowrap transition-colors select-none',
        'disabled:cursor-default disabled:opacity-50 [&_svg]:size-16 [&_svg]:shrink-0',
        square ? 'w-row' : 'px-10',
        looks[look],
        className,
      )}
    />
  )
}
