import type { ComponentProps } from 'react'
import { usePermissions } from '../../../../data/permissions.ts'
import { classes } from '../../../../ui/classes.ts'

interface ValueProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** What the value is, for people who do not see the row it is in. */
  label: string
  /** As a separate pill, where there is no rail. */
  chip?: boolean | undefined
  /** The value may take several lines. */
  tall?: boolean
}

/** The value as a button that opens its picker; for people with read access, only the value. */
export function ValueButton({ label, chip, tall, children, ...rest }: ValueProps) {
  const { writes } = usePermissions()
  const look = classes(
    'touch inline-flex max-w-full items-center text-left',
    chip ? 'rounded-full border border-line px-10' : '-mx-6 rounded-control px-6',
    tall ? 'flex-wrap gap-4 py-2' : 'h-24 gap-8',
  )
  if (!writes) return <span className={look}>{children}</span>
  return (
    <button type="button" {...rest} className={classes(look, 'transition-colors hover:bg-hover')}>
      <span className="sr-only">{label}: </span>
      {children}
    </button>
  )
}
