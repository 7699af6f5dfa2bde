import { useState, type FormEvent } from 'react'
import { useOrganization } from '../../../data/organization.ts'
import { act } from '../../../data/writes/act.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import type { Machine } from '../machine-words.ts'
import { useRemoveMachine } from '../use-remove-machine.ts'

interface Open {
  machine: Machine
  open: boolean
  onClose(): void
}

export function RenameMachine({ machine, open, onClose }: Open) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Rename machine">
      <NameForm machine={machine} onClose={onClose} />
    </Dialog>
  )
}

function NameForm({ machine, onClose }: Omit<Open, 'open'>) {
  const organization = useOrganization()
  const [name, setName] = useState(machine.name)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const saved = await act({
      organization,
      operation: 'updateTunnel',
      input: { tunnel: machine.id, name, version: machine.version },
      label: 'Rename machine',
      done: 'Renamed',
      then: ['getTunnel', 'listTunnels'],
    })
    if (saved) onClose()
  }
  return (
    <form className="flex flex-col gap-12" onSubmit={(event) => void save(event)}>
      <Field label="Name">
        {(ids) => <Input {...ids} required autoFocus maxLength={120} value={name} onChange={(e) => setName(e.target.value)} />}
      </Field>
      <Button type="submit" look="primary" className="self-end">
        Save
      </Button>
    </form>
  )
}

/** Asks for confirmation: the machine is disconnected at once, and has to be paired again to come back. */
export function RemoveMachine({ machine, open, onClose, onGone }: Open & { onGone(): void }) {
  const remove = useRemoveMachine()
  const confirm = async () => {
    onClose()
    if (await remove(machine)) onGone()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Remove ${machine.name}?`}
      about="Disconnects it immediately. Files on it stay. To use it again, pair it again."
    >
      <div className="flex justify-end gap-8">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" onClick={() => void confirm()}>
          Remove machine
        </Button>
      </div>
    </Dialog>
  )
}
