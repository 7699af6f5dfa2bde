import { useState, type FormEvent } from 'react'
import { toast } from '../../../data/toast.ts'
import { useOrganization } from '../../../data/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, TextArea } from '../../../ui/field.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { review } from '../parts/decide.ts'
import { gateName, shortSha, type Feature } from '../parts/words.ts'

type Verdict = 'approve' | 'request_changes'

interface ReviewProps {
  feature: Feature
  /** The verdict it opens with; null while the dialog is closed. */
  first: Verdict | null
  close(): void
}

export function ReviewDialog({ feature, first, close }: ReviewProps) {
  const at = feature.commit ? ` at ${shortSha(feature.commit)}` : ''
  return (
    <Dialog
      open={first !== null}
      onOpenChange={(open) => !open && close()}
      title={`Review ${feature.ref}${at}`}
      about={`At the gate ${gateName(feature.gate ?? '', feature.requirements)}. Reviews by authors are kept but don’t count.`}
    >
      {first && <Form feature={feature} first={first} close={close} />}
    </Dialog>
  )
}

function Form({ feature, first, close }: { feature: Feature; first: Verdict; close(): void }) {
  const organization = useOrganization()
  const [verdict, setVerdict] = useState<Verdict>(first)
  const [words, setWords] = useState('')
  const changes = verdict === 'request_changes'
  const save = async (event: FormEvent) => {
    event.preventDefault()
    close()
    const answer = await review(organization, feature, verdict, words)
    if (!answer) return
    if (answer.counts) toast.success(changes ? 'Changes requested' : 'Review submitted')
    else toast.warning('Your review is kept but doesn’t count', { description: answer.why_not ?? undefined })
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-12">
      <div>
        <Segmented
          label="Verdict"
          value={verdict}
          onChange={setVerdict}
          options={[
            { value: 'approve', title: 'Approve' },
            { value: 'request_changes', title: 'Request changes' },
          ]}
        />
      </div>
      <Field label={changes ? 'What needs to change' : 'What you reviewed'} hint="Mention people with @handle.">
        {(ids) => (
          <TextArea {...ids} autoFocus required={changes} maxLength={2000} value={words} onChange={(e) => setWords(e.target.value)} />
        )}
      </Field>
      <Button type="submit" look="primary" className="self-end" disabled={changes && !words.trim()}>
        {changes ? 'Request changes' : 'Submit review'}
      </Button>
    </form>
  )
}
