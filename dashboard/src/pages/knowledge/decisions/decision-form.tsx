import { useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, TextArea } from '../../../ui/field.tsx'
import { splitTags } from '../tags.tsx'
import { AlternativesField, newAlternative } from './alternatives-field.tsx'
import type { DecisionDetails } from './decision-status.tsx'

export interface DecisionDraft {
  title: string
  context: string
  rationale: string
  alternatives: { title: string; why_not: string }[]
  outcome: string
  paths: string[]
  tags: string[]
}

interface FormProps {
  start?: DecisionDetails
  submit: string
  /** Shown beside the submit button. */
  children?: ReactNode
  onSave(draft: DecisionDraft): Promise<unknown>
}

const texts = [
  { name: 'context', label: 'Context', hint: 'Why a decision was needed.' },
  { name: 'rationale', label: 'Decision and rationale', hint: 'What was chosen, and why.' },
] as const

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

export function DecisionForm({ start, submit, children, onSave }: FormProps) {
  const [draft, setDraft] = useState({
    title: start?.title ?? '',
    context: start?.context ?? '',
    rationale: start?.rationale ?? '',
    outcome: start?.outcome ?? '',
    paths: start?.paths.join('\n') ?? '',
    tags: start?.tags.join(', ') ?? '',
  })
  const [alternatives, setAlternatives] = useState(() => (start?.alternatives ?? []).map((one) => newAlternative(one.title, one.why_not)))
  const [busy, setBusy] = useState(false)
  const set = (name: keyof typeof draft) => (event: { target: { value: string } }) => setDraft({ ...draft, [name]: event.target.value })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const { paths, tags, ...words } = draft
    await onSave({
      ...words,
      title: words.title.trim(),
      alternatives: alternatives.map(({ title, why_not }) => ({ title: title.trim(), why_not })),
      paths: lines(paths),
      tags: splitTags(tags),
    })
    setBusy(false)
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-12">
      <Field label="Title" hint="A sentence, for example: Deliver at least once.">
        {(ids) => <Input {...ids} required autoFocus maxLength={300} value={draft.title} onChange={set('title')} />}
      </Field>
      {texts.map(({ name, label, hint }) => (
        <Field key={name} label={label} hint={hint}>
          {(ids) => <TextArea {...ids} rows={4} maxLength={20_000} value={draft[name]} onChange={set(name)} />}
        </Field>
      ))}
      <AlternativesField value={alternatives} onChange={setAlternatives} />
      <Field label="Outcome" hint="The result. You can add it once, later.">
        {(ids) => <TextArea {...ids} rows={2} maxLength={20_000} value={draft.outcome} onChange={set('outcome')} />}
      </Field>
      <div className="grid gap-12 wide:grid-cols-2">
        <Field label="Governed paths" hint="One glob per line, such as src/doors/**. Agents working on these files see it.">
          {(ids) => <TextArea {...ids} rows={3} className="font-mono text-helper" value={draft.paths} onChange={set('paths')} />}
        </Field>
        <Field label="Tags" hint="Separate with commas.">
          {(ids) => <Input {...ids} value={draft.tags} onChange={set('tags')} />}
        </Field>
      </div>
      <div className="flex flex-wrap items-center justify-end gap-12">
        {children}
        <Button type="submit" look="primary" busy={busy} disabled={!draft.title.trim()}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
