import { Check } from 'lucide-react'
import { Menu as Radix } from 'radix-ui/internal'
import type { ComponentProps, RefObject } from 'react'
import { classes } from './classes.ts'
import { Keys } from './keys.tsx'
import type { MenuItem } from './menu.tsx'

interface PanelProps {
  open: boolean
  onOpenChange(open: boolean): void
  items: readonly (MenuItem | null)[]
  /** The anchor. */
  at: RefObject<{ getBoundingClientRect(): DOMRect } | null>
  labelledBy?: string | undefined
  /** It was opened by keyboard. */
  byKey?: boolean
  /** A context menu: opens at the pointer, is not modal, and is wide enough for its shortcuts. */
  ofPlace?: boolean
  /** The element it is mounted in. */
  container?: HTMLElement | null
  onClosed?: () => void
}

/** `Radix.Content` accepts this prop and passes it on, but its type omits it. */
const firstItem = {
  onOpenAutoFocus(event: Event) {
    event.preventDefault()
    ;(event.currentTarget as HTMLElement).querySelector<HTMLElement>('[role=menuitem]:not([data-disabled])')?.focus()
  },
} as object

/** The open menu. Loaded when the first one opens, as no page needs it to render. */
export default function MenuPanel({ open, onOpenChange, items, at, labelledBy, byKey, ofPlace, container, onClosed }: PanelProps) {
  const place: Partial<ComponentProps<typeof Radix.Content>> = ofPlace
    ? { side: 'right', sideOffset: 2, align: 'start', collisionPadding: 8 }
    : { align: 'end', sideOffset: 4 }
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={!ofPlace}>
      <Radix.Anchor virtualRef={at} />
      <Radix.Portal container={container ?? null}>
        <Radix.Content
          {...place}
          {...(byKey && firstItem)}
          aria-labelledby={labelledBy}
          className={classes(
            'z-50 animate-panel-in rounded-card border border-line bg-raised p-4 shadow-over',
            ofPlace ? 'w-sidebar' : 'min-w-48',
          )}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            onClosed?.()
          }}
        >
          {items.map((item, index) =>
            item ? (
              <Radix.Item
                key={item.title}
                disabled={item.disabled ?? false}
                onSelect={item.run}
                className={classes(
                  'touch flex h-row items-center gap-8 rounded-control px-8 text-body outline-none select-none data-[disabled]:opacity-50 data-[highlighted]:bg-hover',
                  item.danger && 'text-bad',
                )}
              >
                {item.icon && <item.icon className={classes('size-16', !item.danger && 'text-muted')} aria-hidden />}
                <span className="flex-1 truncate">{item.title}</span>
                {item.about && <span className="truncate text-helper text-muted">{item.about}</span>}
                {item.chosen && <Check className="size-16 text-muted" aria-label="In use" />}
                {item.keys && <Keys keys={item.keys} />}
              </Radix.Item>
            ) : (
              <Radix.Separator key={`line ${index}`} className="-mx-4 my-4 border-t border-line-soft" />
            ),
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
