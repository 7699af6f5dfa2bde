import { useState, type FormEvent } from 'react'
import { act } from '../../data/writes/act.ts'
import { useOrganization } from '../../data/organization.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextArea } from '../../ui/field.tsx'

interface HintProps {
  /** The target session and who works in it; null while the dialog is closed. */
  to: { session: string; name: string } | null
  close(): void
}

export function HintDialog({ to, close }: HintProps) {
  return (
    <Dialog
      open={to !== null}
      onOpenChange={(open) => !open && close()}
      title={`Send hint to ${to?.name ?? 'an agent'}`}
      about="Delivered with the agent’s next tool call, in your name."
    >
      {to && <HintForm session={to.session} name={to.name} done={close} />}
    </Dialog>
  )
}

export function HintForm({ session, name, done }: { session: string; name: string; done?: () => void }) {
  const organization = useOrganization()
  const [body, setBody] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    void act({
      organization,
      operation: 'sendHint',
      input: { session, body: body.trim() },
      label: `Send hint to ${name}`,
      done: `${name} gets your hint with its next tool call.`,
      then: ['listSessionHints'],
    })
    setBody('')
    done?.()
  }
  return (
    <form onSubmit={send} className="flex flex-col gap-8">
      <Field label={`Hint for ${name}`}>
        {(ids) => (
          <TextArea
            {...ids}
            required
            maxLength={2000}
            rows={3}
            placeholder="The fixture is wrong, not the code: look at …"
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" look="primary" className="self-end" disabled={!body.trim()}>
        Send hint
      </Button>
    </form>
  )
}
