import { useState, type FormEvent } from 'react'
import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { shortSha, type Feature } from '../parts/words.ts'

export function CommitDialog({ feature, open, onOpenChange }: { feature: Feature; open: boolean; onOpenChange(open: boolean): void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Report commit"
      about={
        feature.commit
          ? `Evidence for ${shortSha(feature.commit)} will be voided, and gates passed with code will reopen.`
          : 'Evidence, reviews and approvals will apply to this commit.'
      }
    >
      <Form feature={feature} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Form({ feature, close }: { feature: Feature; close(): void }) {
  const organization = useOrganization()
  const [commit, setCommit] = useState('')
  const wanted = commit.trim().toLowerCase()
  const whole = /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(wanted)
  const save = (event: FormEvent) => {
    event.preventDefault()
    void act({
      organization,
      operation: 'reportCommit',
      input: { feature: feature.id, commit: wanted },
      label: `Report ${shortSha(wanted)} of ${feature.ref}`,
      done: `${feature.ref} is at ${shortSha(wanted)}`,
      then: ['getFeature', 'listFeatures', 'listApprovals'],
    })
    close()
  }
  return (
    <form onSubmit={save} className="flex flex-col gap-12">
      <Field
        label="Commit"
        hint="Full commit ID. Run git rev-parse HEAD to get it."
        error={wanted && !whole ? 'Enter the full commit ID: 40 or 64 hex characters.' : undefined}
      >
        {(ids) => (
          <Input
            {...ids}
            autoFocus
            required
            spellCheck={false}
            autoComplete="off"
            className="font-mono"
            value={commit}
            onChange={(e) => setCommit(e.target.value)}
          />
        )}
      </Field>
      <Button type="submit" look="primary" className="self-end" disabled={!whole || wanted === feature.commit}>
        Report commit
      </Button>
    </form>
  )
}
