import { Popover } from 'radix-ui'
import type { RefObject } from 'react'
import PickerList from './picker-list.tsx'
import type { PickerProps } from './picker.tsx'

type PanelProps = Pick<PickerProps, 'label' | 'choices' | 'chosen' | 'several' | 'onCreate' | 'createTitle' | 'onPick'> & {
  open: boolean
  onOpenChange(open: boolean): void
  at: RefObject<Element>
  onClosed(): void
}

/** The open picker. Loaded when the first one opens, as no page needs it to render. */
export default function PickerPanel({ open, onOpenChange, at, onClosed, ...list }: PanelProps) {
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Anchor virtualRef={at} />
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 w-column animate-panel-in rounded-card border border-line bg-raised shadow-over"
          aria-label={list.label}
          // A press on its own button is left to the click that follows, which closes it.
          onInteractOutside={(event) => at.current.contains(event.target as Node) && event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            onClosed()
          }}
        >
          <PickerList {...list} onClose={() => onOpenChange(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
