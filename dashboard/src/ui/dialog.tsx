import { Suspense, type ReactNode } from 'react'
import { useOpened } from './use-opened.ts'
import { lazily } from './lazily.ts'

const DialogPanel = lazily(() => import('./dialog-panel.tsx'))

export interface DialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  /** Said to a screen reader, and shown below the title. */
  about?: ReactNode
  /** `wide` holds two columns; `side` is a panel along the edge, on a phone the whole screen. */
  at?: 'centre' | 'wide' | 'side'
  /** It takes the place of a dialog that is open, and tells what fails by itself. */
  over?: boolean
  children: ReactNode
}

export function Dialog(props: DialogProps) {
  return (
    useOpened(props.open) && (
      <Suspense>
        <DialogPanel {...props} />
      </Suspense>
    )
  )
}
