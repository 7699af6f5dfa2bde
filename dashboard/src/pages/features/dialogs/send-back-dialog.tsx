import { useState, type FormEvent } from 'react'
import { useOrganization } from '../../../data/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Select, TextArea } from '../../../ui/field.tsx'
import { sendBack, type Subject } from '../parts/decide.ts'
import { gateName, type FeatureHead, type Gate } from '../parts/words.ts'

interface SendBackProps {
  feature: Subject & Pick<FeatureHead, 'gates'>
  requirements?: readonly Gate[]
  open: boolean
  onOpenChange(open: boolean): void
}

export function SendBackDialog({ feature, requirements, open, onOpenChange }: SendBackProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Send ${feature.ref} back`}
      about="Evidence from that gate on is voided and must be added again."
    >
      <Form feature={feature} requirements={requirements} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Form({
  feature,
  requirements,
  close,
}: Pick<SendBackProps, 'feature'> & { requirements: readonly Gate[] | undefined; close(): void }) {
  const organization = useOrganization()
  const current = feature.gates.findIndex(({ key }) => key === feature.gate)
  const reachable = feature.gates.slice(0, current + 1)
  const [to, setTo] = useState(reachable.at(-2)?.key ?? feature.gate ?? '')
  const [words, setWords] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    void sendBack(organization, feature, to, words.trim())
    close()
  }
  return (
    <form onSubmit={send} className="flex flex-col gap-12">
      <Field label="Back to">
        {(ids) => (
          <Select {...ids} value={to} onChange={(e) => setTo(e.target.value)}>
            {reachable.map(({ key }) => (
              <option key={key} value={key}>
                {gateName(key, requirements)}
                {key === feature.gate ? ' (again)' : ''}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Why" hint="The builder sees this first. Mention people with @handle.">
        {(ids) => <TextArea {...ids} required maxLength={2000} autoFocus value={words} onChange={(e) => setWords(e.target.value)} />}
      </Field>
      <Button type="submit" look="primary" className="self-end" disabled={!words.trim()}>
        Send back to {gateName(to, requirements)}
      </Button>
    </form>
  )
}
