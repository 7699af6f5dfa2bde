import { useRef, useState, type ReactElement, type ReactNode } from 'react'
import { Trigger } from './trigger.tsx'
import { useOpened } from './use-opened.ts'
import { lazily } from './lazily.tsx'

const panel = () => import('./picker-panel.tsx')
const PickerPanel = lazily('over', panel)

export interface Choice {
  value: string
  title: string
  icon?: ReactNode
  /** Extra search terms. */
  words?: string
}

export interface PickerProps {
  /** Names what is picked, in the input and for screen readers. */
  label: string
  choices: readonly Choice[]
  chosen: readonly string[]
  /** Multiple choice: the list stays open. */
  several?: boolean
  /** Allows the typed text to become a new choice. */
  onCreate?: (text: string) => void
  /** The title of that entry; "Add “…”" by default. */
  createTitle?: (text: string) => string
  onPick(value: string): void
  trigger?: ReactElement
  /** The anchor, if there is no trigger. */
  at?: Element | null
  /** Moves the focus after closing, instead of returning it to the trigger. */
  onClosed?: () => void
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** Picks one or several entries of a searchable list. */
export function Picker({ label, trigger, at, onClosed, open: given, onOpenChange, ...list }: PickerProps) {
  const [own, setOwn] = useState(false)
  const open = given ?? own
  const opened = useOpened(open)
  const button = useRef<HTMLElement>(null)
  const change = (next: boolean) => {
    setOwn(next)
    onOpenChange?.(next)
  }
  // A getter, because it is read on positioning, when the button has been mounted.
  const place = {
    get current() {
      return button.current ?? at ?? document.body
    },
  }
  return (
    <>
      {trigger && (
        <Trigger opens="dialog" open={open} element={button} onNear={() => void panel().catch(() => {})} onToggle={() => change(!open)}>
          {trigger}
        </Trigger>
      )}
      {opened && (
        <PickerPanel
          {...list}
          label={label}
          open={open}
          onOpenChange={change}
          at={place}
          onClosed={() => (onClosed ? onClosed() : button.current?.focus())}
        />
      )}
    </>
  )
}
