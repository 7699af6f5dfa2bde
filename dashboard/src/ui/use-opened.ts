import { useState } from 'react'

/** Whether it has ever been open: before that, the panel need not be loaded; after that, it stays mounted to animate its closing. */
export function useOpened(open: boolean): boolean {
  const [opened, setOpened] = useState(open)
  if (open && !opened) setOpened(true)
  return open || opened
}
