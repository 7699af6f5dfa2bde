import { useState, type FormEvent } from 'react'
import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { MarkdownField } from '../../../ui/markdown/markdown-field.tsx'
import { Difference } from './spec-compare.tsx'
import type { SpecDetails } from './use-spec.ts'

/** Edits the text as the next version. If someone else saved first, that is shown, and nobody's text is lost. */
export function SpecEdit({ spec, body, close }: { spec: SpecDetails; body: string; close(): void }) {
  const organization = useOrganization()
  const [draft, setDraft] = useState(body)
  const [summary, setSummary] = useState('')
  const [basedOn, setBasedOn] = useState(spec.latest_version)
  const [busy, setBusy] = useState(false)
  const stale = spec.latest_version > basedOn
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const answer = await act({
      organization,
      operation: 'addSpecVersion',
      input: { spec: spec.id, body: draft, based_on: basedOn, ...(summary.trim() && { summary: summary.trim() }) },
      label: `Add a version to ${spec.ref}`,
      then: ['getSpec', 'listSpecs', 'listSpecVersions'],
      done: 'New version saved',
    })
    setBusy(false)
    if (answer) close()
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-12">
      {stale && <Conflict spec={spec} basedOn={basedOn} keep={() => setBasedOn(spec.latest_version)} />}
      <MarkdownField label="Spec text" value={draft} onChange={setDraft} autoFocus />
      <Field label="Change summary" hint="One line, shown in the version list.">
        {(ids) => <Input {...ids} maxLength={300} value={summary} onChange={(e) => setSummary(e.target.value)} />}
      </Field>
      <div className="flex flex-wrap justify-end gap-8">
        <Button onClick={close}>Discard changes</Button>
        <Button type="submit" look="primary" busy={busy} disabled={stale || draft === body}>
          Save as version {spec.latest_version + 1}
        </Button>
      </div>
    </form>
  )
}

function Conflict({ spec, basedOn, keep }: { spec: SpecDetails; basedOn: number; keep(): void }) {
  const [open, setOpen] = useState(false)
  return (
    <div role="alert" className="flex flex-wrap items-center gap-8 rounded-card border border-line bg-warn-soft p-12">
      <p className="min-w-0 flex-1 text-warn">
        Version {spec.latest_version} was saved while you were editing version {basedOn}. Review the changes before you continue.
      </p>
      <Button onClick={() => setOpen(true)}>Show changes</Button>
      <Button onClick={keep}>Continue with mine</Button>
      <Dialog open={open} onOpenChange={setOpen} title={`Version ${basedOn} to ${spec.latest_version}`} at="side">
        <Difference spec={spec.id} from={basedOn} to={spec.latest_version} />
      </Dialog>
    </div>
  )
}
