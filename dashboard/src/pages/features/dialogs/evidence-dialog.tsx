import { useState, type FormEvent } from 'react'
import { toast } from '../../../data/toast.ts'
import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input, Select, TextArea } from '../../../ui/field.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { ranks, shortSha, spoken, type Feature, type Gate } from '../parts/words.ts'

interface EvidenceProps {
  feature: Feature
  gate: Gate
  check: string | null
  close(): void
}

export function EvidenceDialog({ feature, gate, check, close }: EvidenceProps) {
  const bound = gate.before_code ? 'the linked spec version' : feature.commit ? shortSha(feature.commit) : null
  return (
    <Dialog
      open={check !== null}
      onOpenChange={(open) => !open && close()}
      title="Add evidence"
      about={
        bound
          ? `About ${bound}. Your evidence counts as “Observed” if you logged in within the last 10 minutes.`
          : 'Report a commit first. Evidence always applies to a commit.'
      }
    >
      {check !== null && <Form feature={feature} gate={gate} first={check} close={close} />}
    </Dialog>
  )
}

function Form({ feature, gate, first, close }: Omit<EvidenceProps, 'check'> & { first: string }) {
  const organization = useOrganization()
  const checks = gate.kind === 'evidence' ? gate.checks.map((one) => one.check) : []
  const [check, setCheck] = useState(first)
  const [outcome, setOutcome] = useState<'pass' | 'fail'>('pass')
  const [draft, setDraft] = useState({ note: '', exit_code: '', url: '', log: '' })
  const set = (field: keyof typeof draft) => (event: { target: { value: string } }) => setDraft({ ...draft, [field]: event.target.value })
  const stuck = !gate.before_code && !feature.commit
  const empty = !draft.note.trim() && !draft.url.trim() && !draft.log.trim()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    close()
    const answer = await act({
      organization,
      operation: 'addEvidence',
      input: {
        feature: feature.id,
        check,
        outcome,
        ...(!gate.before_code && feature.commit && { commit: feature.commit }),
        ...(draft.note.trim() && { note: draft.note }),
        ...(draft.exit_code.trim() && { exit_code: Number(draft.exit_code) }),
        ...(draft.url.trim() && { url: draft.url.trim() }),
        ...(draft.log.trim() && { log: draft.log }),
      },
      label: `Add evidence to ${feature.ref}`,
      then: ['getFeature', 'listFeatures', 'listEvidence'],
    })
    if (answer) toast.success(`${spoken(check)} recorded as ${ranks[answer.rank].word.toLowerCase()}`)
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-12">
      <div className="grid gap-12 wide:grid-cols-2">
        <Field label="Check">
          {(ids) => (
            <Select {...ids} value={check} onChange={(e) => setCheck(e.target.value)}>
              {checks.map((one) => (
                <option key={one} value={one}>
                  {spoken(one)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <div className="flex flex-col gap-4">
          <span className="text-helper font-medium text-muted">Result</span>
          <Segmented
            label="Result"
            value={outcome}
            onChange={setOutcome}
            options={[
              { value: 'pass', title: 'Passes' },
              { value: 'fail', title: 'Fails' },
            ]}
          />
        </div>
      </div>
      <Field label="Notes" hint="Add a note, a link or a log.">
        {(ids) => <TextArea {...ids} rows={3} maxLength={4000} value={draft.note} onChange={set('note')} />}
      </Field>
      <div className="grid gap-12 wide:grid-cols-2">
        <Field label="Exit code" hint="Optional. 0 means success.">
          {(ids) => (
            <Input
              {...ids}
              inputMode="numeric"
              pattern="-?\d{1,9}"
              title="Enter a whole number"
              value={draft.exit_code}
              onChange={set('exit_code')}
            />
          )}
        </Field>
        <Field label="Link" hint="Optional. Link to a run, screenshot or trace.">
          {(ids) => <Input {...ids} type="url" maxLength={2000} placeholder="https://…" value={draft.url} onChange={set('url')} />}
        </Field>
      </div>
      <Field label="Log" hint="Optional. Tool output.">
        {(ids) => (
          <TextArea {...ids} rows={4} maxLength={20_000} className="font-mono text-helper" value={draft.log} onChange={set('log')} />
        )}
      </Field>
      <Button type="submit" look="primary" className="self-end" disabled={stuck || !check || empty}>
        Add evidence
      </Button>
    </form>
  )
}
