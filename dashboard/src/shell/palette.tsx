import { createStore, useStore } from '../data/store.ts'
import { useOpened } from '../ui/use-opened.ts'
import { lazily } from '../ui/lazily.tsx'

const PalettePanel = lazily('over', () => import('./palette-panel.tsx'))

const opened = createStore(false)
export const openPalette = (): void => opened.set(true)

/** Search and commands, by typing. */
export function Palette() {
  const open = useStore(opened)
  return useOpened(open) && <PalettePanel open={open} onOpenChange={opened.set} />
}
