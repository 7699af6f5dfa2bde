import { useState, type FormEvent } from 'react'
import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, TextArea } from '../../../ui/field.tsx'

/** Sends a feature back from where the approval request was seen; the text is for whoever works on it. */
export function SendBackDialog({ feature, close }: { feature: { id: string; title: string } | null; close(): void }) {
  const organization = useOrganization()
  const [words, setWords] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!feature) return
    void act({
      organization,
      operation: 'sendBackFeature',
      input: { feature: feature.id, words: words.trim() },
      label: `Send back ${feature.title}`,
      done: 'Sent back',
      then: ['listApprovals', 'listAgentsAtWork'],
    })
    setWords('')
    close()
  }
  return (
    <Dialog
      open={feature !== null}
      onOpenChange={(open) => !open && close()}
      title={`Send back “${feature?.title ?? ''}”`}
      about="Returns to the previous gate; later evidence is voided."
    >
      <form onSubmit={send} className="flex flex-col gap-12">
        <Field label="What needs to change">
          {(ids) => <TextArea {...ids} required maxLength={2000} value={words} onChange={(event) => setWords(event.target.value)} />}
        </Field>
        <Button type="submit" look="primary" className="self-end" disabled={!words.trim()}>
          Send back
        </Button>
      </form>
    </Dialog>
  )
}
