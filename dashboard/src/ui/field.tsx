import { useId, useState, type ComponentProps, type FormEvent, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { faultOf, useFieldProblem } from './problem.tsx'

const box =
  'w-full rounded-control border border-line-strong bg-control px-10 text-body shadow-card transition-colors focus-visible:border-accent aria-invalid:border-bad'

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={classes(box, 'h-target', className)} />
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={4} {...rest} className={classes(box, 'scrollbar-quiet py-8', className)} />
}

/** The native select, which works on every phone and with every screen reader. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select {...rest} className={classes(box, 'h-target', className)} />
}

interface FieldProps {
  label: string
  /** The server's name for the field; derived from the label by default. */
  name?: string
  hint?: ReactNode
  error?: string | undefined
  children: (ids: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode
}

/** A label, its control, and a hint or error below it. */
export function Field({ label, name, hint, error: given, children }: FieldProps) {
  const id = useId()
  const refused = useFieldProblem(name ?? label.toLowerCase().replaceAll(' ', '_'))
  const [fault, setFault] = useState<string>()
  const error = given ?? fault ?? refused
  const about = error || hint ? `${id}-about` : undefined
  const find = (event: FormEvent) => {
    const control = event.target as HTMLInputElement
    event.preventDefault()
    setFault(faultOf(control, label))
    if (control.form?.querySelector(':is(input, select, textarea):invalid') === control) control.focus()
  }
  return (
    <div className="flex flex-col gap-4" onInvalidCapture={find} onInput={() => setFault(undefined)}>
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
