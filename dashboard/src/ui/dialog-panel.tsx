import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import type { DialogProps } from './dialog.tsx'
import { Problems } from './problem.tsx'

/** Focuses the first field, otherwise the content, but never the close button. */
function begin(event: Event, at: DialogProps['at']): void {
  const panel = event.currentTarget as HTMLElement
  const field =
    at === 'side'
      ? null
      : panel.querySelector<HTMLElement>('[data-body] :is(input:not([type=checkbox], [type=hidden]), textarea, [data-first]):enabled')
  event.preventDefault()
  ;(field ?? panel.querySelector<HTMLElement>('[data-body]'))?.focus()
}

/** The open dialog. Loaded when the first one opens, as no page needs it to render. */
export default function DialogPanel({ open, onOpenChange, title, about, at = 'centre', over, children }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-backdrop" />
        <Radix.Content
          {...(!about && { 'aria-describedby': undefined })}
          data-over={over}
          onOpenAutoFocus={(event) => begin(event, at)}
          className={classes(
            'fixed z-50 flex animate-panel-in flex-col overflow-hidden border border-line bg-panel shadow-over',
            at !== 'side'
              ? `inset-x-8 top-48 mx-auto max-h-4/5 rounded-panel ${at === 'wide' ? 'max-w-page' : 'max-w-dialog'}`
              : 'inset-y-0 right-0 w-full max-w-measure wide:inset-y-8 wide:right-8 wide:rounded-panel',
          )}
        >
          <header className="flex items-start gap-8 border-b border-line px-16 py-10">
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-body font-semibold">{title}</Radix.Title>
              {about && <Radix.Description className="text-helper text-muted">{about}</Radix.Description>}
            </div>
            <Radix.Close asChild>
              <Button look="quiet" square aria-label="Close">
                <X />
              </Button>
            </Radix.Close>
          </header>
          <div data-body className="scrollbar-quiet min-h-0 flex-1 overflow-y-auto p-16 outline-none" tabIndex={0}>
            {over ? children : <Problems>{children}</Problems>}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
