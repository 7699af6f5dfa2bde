import { useId, type ComponentProps, type ReactNode } from 'react'
import { classes } from './classes.ts'

const box =
  'w-full rounded-control border border-line-strong bg-control px-10 text-body shadow-card transition-colors focus-visible:border-accent aria-invalid:border-bad'

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={classes(box, 'h-target', className)} />
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={4} {...rest} className={classes(box, 'scrollbar-quiet py-8', className)} />
}

/** The browser's own list: it works on every phone and with every reader. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select {...rest} className={classes(box, 'h-target', className)} />
}

interface FieldProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  children: (ids: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode
}

/** A label, its control, and what to know or fix about it. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const about = error || hint ? `${id}-about` : undefined
  return (
    <div className="flex flex-col gap-4">
      <label htmlFor={id} className="text-helper font-medium text-muted">
        {label}
      </label>
      {children({ id, ...(about && { 'aria-describedby': about }), ...(error && { 'aria-invalid': true as const }) })}
      {about && (
        <p id={about} role={error ? 'alert' : undefined} className={classes('text-helper', error ? 'text-bad' : 'text-muted')}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}

export function Checkbox({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="checkbox" {...rest} className={classes('size-16 shrink-0 accent-accent', className)} />
}
