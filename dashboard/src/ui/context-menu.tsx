import { ContextMenu as Radix } from 'radix-ui'
import { useState, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { Keys } from './keys.tsx'
import type { MenuItem } from './menu.tsx'

interface ContextMenuProps {
  /** What it belongs to: the menu opens wherever in it one asks, by the right button, a long touch or the menu key. */
  children: ReactNode
  items: readonly (MenuItem | null)[]
  /** Hears what was pointed at before it opens; false where there is nothing to open it for. */
  onAsk(target: Element): boolean
  disabled?: boolean
}

/** One menu for a whole region, about whatever in it was pointed at. */
export function ContextMenu({ children, items, onAsk, disabled }: ContextMenuProps) {
  // Looked up when it opens: with the first render of the page the landmark may not be in the document yet.
  const [landmark, setLandmark] = useState<HTMLElement | null>(null)
  return (
    <Radix.Root modal={false} onOpenChange={(open) => open && setLandmark(document.getElementById('content'))}>
      <Radix.Trigger
        asChild
        disabled={disabled ?? false}
        onContextMenuCapture={(event) => !onAsk(event.target as Element) && event.stopPropagation()}
        onPointerDownCapture={(event) => event.pointerType !== 'mouse' && onAsk(event.target as Element)}
      >
        {children}
      </Radix.Trigger>
      <Radix.Portal container={landmark}>
        <Radix.Content
          collisionPadding={8}
          className="z-50 w-sidebar animate-panel-in rounded-card border border-line bg-raised p-4 shadow-over"
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          {items.map((item, at) =>
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
                {item.keys && <Keys keys={item.keys} />}
              </Radix.Item>
            ) : (
              <Radix.Separator key={`line ${at}`} className="-mx-4 my-4 border-t border-line-soft" />
            ),
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
