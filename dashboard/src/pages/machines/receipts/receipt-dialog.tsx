import { Dialog } from '../../../ui/dialog.tsx'
import { ReceiptView } from './receipt-view.tsx'

/** A receipt in a panel, beside whatever is based on it. */
export function ReceiptDialog({ id, onClose }: { id: string | null; onClose(): void }) {
  return (
    <Dialog open={id !== null} onOpenChange={(open) => !open && onClose()} title="Receipt" at="side">
      {id && <ReceiptView id={id} />}
    </Dialog>
  )
}
