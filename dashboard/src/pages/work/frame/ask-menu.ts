import type { MouseEvent } from 'react'

/** Opens the context menu of the task that a button belongs to, as a right click would. */
export function askMenu({ currentTarget }: MouseEvent<HTMLElement>): void {
  const { left, bottom } = currentTarget.getBoundingClientRect()
  currentTarget.dispatchEvent(new window.MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: left, clientY: bottom }))
}
