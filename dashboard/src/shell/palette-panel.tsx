import { Dialog as Radix } from 'radix-ui'
import PaletteList from './palette-list.tsx'

/** The open palette, loaded on first use. */
export default function PalettePanel({ open, onOpenChange }: { open: boolean; onOpenChange(open: boolean): void }) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-backdrop" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-x-8 top-48 z-50 mx-auto max-w-dialog overflow-hidden rounded-panel border border-line bg-raised shadow-over"
        >
          <Radix.Title className="sr-only">Search or run a command</Radix.Title>
          <PaletteList onClose={() => onOpenChange(false)} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
