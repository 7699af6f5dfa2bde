import { Suspense, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { Trigger } from './trigger.tsx'
import { useOpened } from './use-opened.ts'
import { lazily } from './lazily.ts'

const panel = () => import('./picker-panel.tsx')
const PickerPanel = lazily(panel)

export interface Choice {
  value: string
  title: string
  icon?: ReactNode
  /** More words to find it by. */
  words?: string
}

export interface PickerProps {
  /** Names what is picked, for the field and for screen readers. */
  label: string
  choices: readonly Choice[]
  chosen: readonly string[]
  /** Several may be chosen: the list stays open. */
  several?: boolean
  /** What was typed can become a choice of its own. */
  onCreate?: (text: string) => void
  /** How that is offered; "Add “…”" otherwise. */
  createTitle?: (text: string) => string
  onPick(value: string): void
  trigger?: ReactElement
  /** What it opens beside where no trigger stands. */
  at?: Element | null
  /** Where the focus goes after it, instead of the trigger. */
  onClosed?: () => void
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** Pick one or several from a list by typing. */
export function Picker({ label, trigger, at, onClosed, open: given, onOpenChange, ...list }: PickerProps) {
  const [own, setOwn] = useState(false)
  const open = given ?? own
  const opened = useOpened(open)
  const button = useRef<HTMLElement>(null)
  const change = (next: boolean) => {
    setOwn(next)
    onOpenChange?.(next)
  }
  // Read when it is placed: the button is there by then.
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
        <Suspense>
          <PickerPanel
            {...list}
            label={label}
            open={open}
            onOpenChange={change}
            at={place}
            onClosed={() => (onClosed ? onClosed() : button.current?.focus())}
          />
        </Suspense>
      )}
    </>
  )
}
