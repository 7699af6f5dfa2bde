import { Dialog as Radix } from 'radix-ui'
import { lazy, Suspense } from 'react'
import { createStore, useStore } from '../data/store.ts'

const PaletteList = lazy(() => import('./palette-list.tsx'))

const opened = createStore(false)
export const openPalette = (): void => opened.set(true)

/** Everything one can do or find, by typing. */
export function Palette() {
  return (
    <Radix.Root open={useStore(opened)} onOpenChange={(next) => opened.set(next)}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-backdrop" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-x-8 top-48 z-50 mx-auto max-w-dialog overflow-hidden rounded-panel border border-line bg-raised shadow-over"
        >
          <Radix.Title className="sr-only">Search or run a command</Radix.Title>
          <Suspense fallback={<div className="h-header" />}>
            <PaletteList onClose={() => opened.set(false)} />
          </Suspense>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
