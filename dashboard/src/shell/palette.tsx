import { Suspense } from 'react'
import { createStore, useStore } from '../data/store.ts'
import { useOpened } from '../ui/use-opened.ts'
import { lazily } from '../ui/lazily.ts'

const PalettePanel = lazily(() => import('./palette-panel.tsx'))

const opened = createStore(false)
export const openPalette = (): void => opened.set(true)

/** Search and commands, by typing. */
export function Palette() {
  const open = useStore(opened)
  return (
    useOpened(open) && (
      <Suspense>
        <PalettePanel open={open} onOpenChange={opened.set} />
      </Suspense>
    )
  )
}
