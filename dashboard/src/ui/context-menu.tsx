import { cloneElement, useRef, useState, type MouseEvent, type PointerEvent, type ReactElement } from 'react'
import type { MenuItem } from './menu.tsx'
import { useOpened } from './use-opened.ts'
import { lazily } from './lazily.tsx'

const MenuPanel = lazily('over', () => import('./menu-panel.tsx'))
const longTouch = 700

interface ContextMenuProps {
  /** The region: the menu opens anywhere in it, by right click, long press or the menu key. */
  children: ReactElement
  items: readonly (MenuItem | null)[]
  /** Called with the target before the menu opens; return false to keep it closed. */
  onAsk(target: Element): boolean
  disabled?: boolean
}

/** One menu for a whole region, about whatever was pointed at. */
export function ContextMenu({ children, items, onAsk, disabled }: ContextMenuProps) {
  // Looked up when the menu opens: during the first render, the landmark may not be in the document yet.
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
        // Not every phone fires `contextmenu` on a long press.
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
      {opened && <MenuPanel open={open} onOpenChange={setOpen} items={items} at={at} container={landmark} ofPlace />}
    </>
  )
}
