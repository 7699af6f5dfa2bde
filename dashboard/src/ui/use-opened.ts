import { useState } from 'react'

/** Whether it was open once: until then what it opens need not be loaded, after that it stays to close with grace. */
export function useOpened(open: boolean): boolean {
  const [opened, setOpened] = useState(open)
  if (open && !opened) setOpened(true)
  return open || opened
}
