import { useState, type FormEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, TextArea } from '../../../ui/field.tsx'

interface ReasonDialogProps {
  open: boolean
  title: string
  about: string
  action: string
  danger?: boolean
  onClose(): void
  onReason(reason: string): Promise<unknown>
}

/** Every moderation decision has a reason, which the people concerned can read. */
export function ReasonDialog({ open, title, about, action, danger, onClose, onReason }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const decide = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    await onReason(reason.trim())
    setBusy(false)
    setReason('')
  }
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title={title} about={about}>
      <form onSubmit={(event) => void decide(event)} className="flex flex-col gap-12">
        <Field label="Reason">
          {(ids) => (
            <TextArea
              {...ids}
              required
              minLength={3}
              maxLength={500}
              rows={3}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <div className="flex justify-end gap-8">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look={danger ? 'danger' : 'primary'} busy={busy} disabled={reason.trim().length < 3}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
