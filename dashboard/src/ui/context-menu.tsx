import { cloneElement, Suspense, useRef, useState, type MouseEvent, type PointerEvent, type ReactElement } from 'react'
import type { MenuItem } from './menu.tsx'
import { useOpened } from './use-opened.ts'
import { lazily } from './lazily.ts'

const MenuPanel = lazily(() => import('./menu-panel.tsx'))
const longTouch = 700

interface ContextMenuProps {
  /** What it belongs to: the menu opens wherever in it one asks, by the right button, a long touch or the menu key. */
  children: ReactElement
  items: readonly (MenuItem | null)[]
  /** Hears what was pointed at before it opens; false where there is nothing to open it for. */
  onAsk(target: Element): boolean
  disabled?: boolean
}

/** One menu for a whole region, about whatever in it was pointed at. */
export function ContextMenu({ children, items, onAsk, disabled }: ContextMenuProps) {
  // Looked up when it opens: with the first render of the page the landmark may not be in the document yet.
  const [landmark, setLandmark] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  const opened = useOpened(open)
  const at = useRef<{ getBoundingClientRect(): DOMRect } | null>(null)
  const touch = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const show = (x: number, y: number) => {
    at.current = { getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }
    setLandmark(document.getElementById('content'))
    setOpen(true)
  }
  const endTouch = () => clearTimeout(touch.current)
  const region = disabled
    ? children
    : cloneElement(children, {
        onContextMenu(event: MouseEvent) {
          endTouch()
          if (!onAsk(event.target as Element)) return
          event.preventDefault()
          show(event.clientX, event.clientY)
        },
        // Not every phone tells of a long touch by itself.
        onPointerDown(event: PointerEvent) {
          if (event.pointerType === 'mouse' || !onAsk(event.target as Element)) return
          endTouch()
          const { clientX, clientY } = event
          touch.current = setTimeout(() => show(clientX, clientY), longTouch)
        },
        onPointerMove: (event: PointerEvent) => event.pointerType !== 'mouse' && endTouch(),
        onPointerCancel: endTouch,
        onPointerUp: endTouch,
      } as object)
  return (
    <>
      {region}
      {opened && (
        <Suspense>
          <MenuPanel open={open} onOpenChange={setOpen} items={items} at={at} container={landmark} ofPlace />
        </Suspense>
      )}
    </>
  )
}
