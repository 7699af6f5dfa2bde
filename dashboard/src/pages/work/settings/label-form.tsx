import { useState, type FormEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Field, Input } from '../../../ui/field.tsx'
import { ColorDot, labelColors, type LabelColor } from '../frame/label-chip.tsx'
import type { LabelFields } from './change-labels.ts'

interface FormProps {
  start?: LabelFields
  /** Names of the other labels. */
  taken: readonly string[]
  onSave(fields: LabelFields): Promise<unknown>
}

export function LabelForm({ start, taken, onSave }: FormProps) {
  const [label, setLabel] = useState(start?.label ?? '')
  const [color, setColor] = useState<LabelColor>(start?.color ?? 'gray')
  const [description, setDescription] = useState(start?.description ?? '')
  const [busy, setBusy] = useState(false)
  const name = label.trim()
  const isTaken = taken.includes(name)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isTaken) return
    setBusy(true)
    await onSave({ label: name, color, description: description.trim() })
    setBusy(false)
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-12">
      <Field label="Name" error={isTaken ? 'Another label has this name. Merge the two instead.' : undefined}>
        {(ids) => (
          <Input
            {...ids}
            required
            maxLength={50}
            pattern="[^,]+"
            title="No commas"
            value={label}
            onChange={(e) => setLabel(e.target.value)}
          />
        )}
      </Field>
      <fieldset>
        <legend className="mb-4 text-helper font-medium text-muted">Color</legend>
        <div className="flex flex-wrap gap-6" role="radiogroup" aria-label="Color">
          {Object.entries(labelColors).map(([value, { word }]) => (
            <button
              key={value}
              type="button"
              role="radio"
              aria-checked={value === color}
              className={classes(
                'touch inline-flex h-row items-center gap-6 rounded-control border px-8 text-helper hover:bg-hover',
                value === color ? 'border-accent' : 'border-line',
              )}
              onClick={() => setColor(value as LabelColor)}
            >
              <ColorDot color={value as LabelColor} />
              {word}
            </button>
          ))}
        </div>
      </fieldset>
      <Field label="Description" hint="When to use it. People and agents read it.">
        {(ids) => <Input {...ids} maxLength={500} value={description} onChange={(e) => setDescription(e.target.value)} />}
      </Field>
      <Button type="submit" look="primary" className="self-end" busy={busy}>
        {start ? 'Save label' : 'Create label'}
      </Button>
    </form>
  )
}
