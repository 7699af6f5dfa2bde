import { useRef, useState } from 'react'
import { classes } from './classes.ts'

interface InlineTitleProps {
  value: string
  label: string
  /** Without it, the title is read-only. */
  onSave?: ((value: string) => void) | undefined
  onBegin?: () => void
  maxLength?: number
}

const look = 'w-full min-w-0 rounded-control text-title font-semibold break-words'

/** A page title that is edited in place: Enter saves, Escape cancels. */
export function InlineTitle({ value, label, onSave, onBegin, maxLength = 300 }: InlineTitleProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const left = useRef(false)
  const keep = () => {
    const wanted = draft?.trim()
    if (!left.current && wanted && wanted !== value) onSave?.(wanted)
    left.current = false
    setDraft(null)
  }
  if (!onSave) return <h2 className={look}>{value}</h2>
  if (draft === null)
    return (
      <h2 className={look}>
        <button
          type="button"
          title="Edit title"
          onClick={() => {
            onBegin?.()
            setDraft(value)
          }}
          className="max-w-full rounded-control text-left break-words hover:bg-hover"
        >
          {value}
        </button>
      </h2>
    )
  return (
    <input
      autoFocus
      aria-label={label}
      value={draft}
      maxLength={maxLength}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Escape') left.current = true
        if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur()
      }}
      className={classes(look, 'border border-line-strong bg-control')}
    />
  )
}
