import type { ComponentProps } from 'react'
import { classes } from '../../../ui/classes.ts'

interface ValueProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** What it is the value of, for who does not see the line it stands in. */
  label: string
  /** As a pill of its own, where there is no rail. */
  chip?: boolean | undefined
  /** It may take several lines. */
  tall?: boolean
}

/** The value as a button that opens its picker. */
export function ValueButton({ label, chip, tall, children, ...rest }: ValueProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(
        'touch inline-flex max-w-full items-center text-left transition-colors hover:bg-hover',
        chip ? 'rounded-full border border-line px-10' : '-mx-6 rounded-control px-6',
        tall ? 'flex-wrap gap-4 py-2' : 'h-24 gap-8',
      )}
    >
      <span className="sr-only">{label}: </span>
      {children}
    </button>
  )
}
