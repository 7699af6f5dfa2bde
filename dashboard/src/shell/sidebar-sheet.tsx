import { Dialog as Radix } from 'radix-ui'
import { Sidebar } from './sidebar.tsx'

/** The sidebar on a phone: a sheet over the page. */
export default function SidebarSheet({ open, onOpenChange }: { open: boolean; onOpenChange(open: boolean): void }) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-backdrop" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 animate-panel-in border-r border-line bg-bg shadow-over"
        >
          <Radix.Title className="sr-only">Navigation</Radix.Title>
          <Sidebar sheet />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
