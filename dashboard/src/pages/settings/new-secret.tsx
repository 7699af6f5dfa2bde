import { CodeBlock } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** A secret that is shown once and never again. */
export function NewSecret({ title, value, onClose }: { title: string; value: string | null; onClose(): void }) {
  return (
    <Dialog open={value !== null} onOpenChange={(open) => !open && onClose()} title={title} about="Copy it now. It can’t be shown again.">
      {value && <CodeBlock text={value} label="the value" />}
    </Dialog>
  )
}
