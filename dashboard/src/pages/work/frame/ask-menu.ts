import type { MouseEvent } from 'react'

/** Opens the menu of the task that a button stands on, as the right button of a mouse would. */
export function askMenu({ currentTarget }: MouseEvent<HTMLElement>): void {
  const { left, bottom } = currentTarget.getBoundingClientRect()
  currentTarget.dispatchEvent(new window.MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: left, clientY: bottom }))
}
