import { Plus } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, TextArea } from '../../../ui/field.tsx'
import type { Gate } from '../parts/words.ts'
import { draftOf, gateInput, keyOf, newGate, problemOf, type GateDraft } from './draft.ts'
import { GateEditor } from './gate-editor.tsx'

interface Start {
  name: string
  slug: string
  description: string
  gates: readonly Gate[]
}

export interface WorkflowDraft {
  name: string
  slug: string
  description: string
  gates: ReturnType<typeof gateInput>[]
}

interface FormProps {
  start: Start
  /** An existing workflow keeps its slug. */
  fixed?: boolean
  submit: string
  onSave(draft: WorkflowDraft): Promise<unknown>
}

export function WorkflowForm({ start, fixed, submit, onSave }: FormProps) {
  const [name, setName] = useState(start.name)
  const [slug, setSlug] = useState(start.slug)
  const [description, setDescription] = useState(start.description)
  const [gates, setGates] = useState<GateDraft[]>(() => start.gates.map(draftOf))
  const [busy, setBusy] = useState(false)
  const address = slug || keyOf(name)
  const problem = problemOf(gates)
  const move = (from: number, by: number) =>
    setGates((before) => {
      const after = [...before]
      after.splice(from + by, 0, ...after.splice(from, 1))
      return after
    })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    await onSave({ name: name.trim(), slug: address, description, gates: gates.map(gateInput) })
    setBusy(false)
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-16">
      <div className="grid gap-12 wide:grid-cols-2">
        <Field label="Name">
          {(ids) => <Input {...ids} required maxLength={120} value={name} onChange={(e) => setName(e.target.value)} />}
        </Field>
        <Field label="Slug" hint={fixed ? 'Can’t be changed later.' : 'Used by agents. Use “default” to replace the built-in workflow.'}>
          {(ids) => (
            <Input
              {...ids}
              disabled={fixed}
              required
              pattern="[a-z0-9](-?[a-z0-9])*"
              minLength={2}
              maxLength={64}
              className="font-mono"
              value={address}
              onChange={(e) => setSlug(e.target.value)}
            />
          )}
        </Field>
      </div>
      <Field label="Description">
        {(ids) => <TextArea {...ids} rows={2} value={description} onChange={(e) => setDescription(e.target.value)} />}
      </Field>
      <section aria-labelledby="gates" className="flex flex-col gap-12">
        <h2 id="gates" className="font-medium">
          Gates, in order
        </h2>
        {gates.map((gate, at) => (
          <GateEditor
            key={gate.id}
            gate={gate}
            place={at}
            of={gates.length}
            onChange={(next) => setGates((before) => before.map((one) => (one.id === gate.id ? next : one)))}
            onMove={(by) => move(at, by)}
            onRemove={() => setGates((before) => before.filter((one) => one.id !== gate.id))}
          />
        ))}
        <Button className="self-start" disabled={gates.length >= 20} onClick={() => setGates((before) => [...before, newGate()])}>
          <Plus aria-hidden /> Add gate
        </Button>
      </section>
      <div className="flex flex-wrap items-center justify-end gap-12">
        {problem && <p className="text-helper text-muted">{problem}</p>}
        <Button type="submit" look="primary" busy={busy} disabled={problem !== undefined || !name.trim()}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
