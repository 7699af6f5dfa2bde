import { type ReactNode } from 'react'
import { useOpened } from './use-opened.ts'
import { lazily } from './lazily.tsx'

const DialogPanel = lazily('over', () => import('./dialog-panel.tsx'))

export interface DialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  /** The description, shown below the title and announced by screen readers. */
  about?: ReactNode
  /** `wide` has room for two columns; `side` is a panel along the edge, or the whole screen on a phone. */
  at?: 'centre' | 'wide' | 'side'
  /** It hides a dialog that is already open, and shows its errors itself. */
  over?: boolean
  children: ReactNode
}

export function Dialog(props: DialogProps) {
  return useOpened(props.open) && <DialogPanel {...props} />
}
