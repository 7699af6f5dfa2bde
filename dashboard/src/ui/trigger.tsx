import { cloneElement, useCallback, useId, useRef, type KeyboardEvent, type MouseEvent, type ReactElement } from 'react'

type Props = Record<string, unknown>

interface TriggerProps {
  children: ReactElement
  opens: 'menu' | 'dialog'
  open: boolean
  /** `byKey`: opened by keyboard, so that the first item gets the focus. */
  onToggle(byKey: boolean): void
  /** Called when the user is about to open it, so that its chunk can be prefetched. */
  onNear(): void
  element: { current: HTMLElement | null }
}

/** The button of a menu or picker, without the panel, which is loaded on demand. */
export function Trigger({ children, opens, open, onToggle, onNear, element }: TriggerProps) {
  const own = useId()
  const before = useRef<Props>({})
  before.current = children.props as Props
  const heard = useCallback((name: string, event: unknown) => (before.current[name] as ((event: unknown) => void) | undefined)?.(event), [])
  const props: Props = {
    id: before.current['id'] ?? own,
    ref: element,
    'aria-haspopup': opens,
    'aria-expanded': open,
    onPointerEnter(event: unknown) {
      heard('onPointerEnter', event)
      onNear()
    },
    onFocus(event: unknown) {
      heard('onFocus', event)
      onNear()
    },
    onClick(event: MouseEvent) {
      heard('onClick', event)
      if (!event.defaultPrevented) onToggle(event.detail === 0)
    },
    onKeyDown(event: KeyboardEvent) {
      heard('onKeyDown', event)
      if (opens !== 'menu' || event.key !== 'ArrowDown' || open) return
      event.preventDefault()
      onToggle(true)
    },
  }
  return cloneElement(children, props)
}
