import { Popover } from 'radix-ui'
import { lazy, Suspense, useState, type ReactNode } from 'react'

const PickerList = lazy(() => import('./picker-list.tsx'))

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
  trigger?: ReactNode
  /** What it opens beside where no trigger stands. */
  at?: Element | null
  /** Where the focus goes after it, instead of the trigger. */
  onClosed?: () => void
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** Pick one or several from a list by typing. */
export function Picker({ label, trigger, at, onClosed, open, onOpenChange, ...list }: PickerProps) {
  const [own, setOwn] = useState(false)
  const change = (next: boolean) => {
    setOwn(next)
    onOpenChange?.(next)
  }
  return (
    <Popover.Root open={open ?? own} onOpenChange={change}>
      {trigger ? <Popover.Trigger asChild>{trigger}</Popover.Trigger> : <Popover.Anchor virtualRef={{ current: at ?? document.body }} />}
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 w-column animate-panel-in rounded-card border border-line bg-raised shadow-over"
          aria-label={label}
          {...(onClosed && {
            onCloseAutoFocus: (event: Event) => {
              event.preventDefault()
              onClosed()
            },
          })}
        >
          <Suspense fallback={<div className="h-target" />}>
            <PickerList {...list} label={label} onClose={() => change(false)} />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
