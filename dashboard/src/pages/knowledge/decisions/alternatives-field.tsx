import { Plus, X } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Input, TextArea } from '../../../ui/field.tsx'

interface Alternative {
  id: string
  title: string
  why_not: string
}

export const newAlternative = (title = '', why_not = ''): Alternative => ({ id: crypto.randomUUID(), title, why_not })

/** The alternatives that were considered, each with a title and the reason against it. */
export function AlternativesField({ value, onChange }: { value: readonly Alternative[]; onChange(value: Alternative[]): void }) {
  const set = (id: string, fields: Partial<Alternative>) => onChange(value.map((one) => (one.id === id ? { ...one, ...fields } : one)))
  return (
    <fieldset className="flex flex-col gap-8">
      <legend className="mb-4 text-helper font-medium text-muted">Alternatives, and why not</legend>
      {value.map(({ id, title, why_not }, at) => (
        <div key={id} className="flex flex-col gap-6 rounded-card border border-line p-8">
          <div className="flex gap-6">
            <Input
              required
              aria-label={`Alternative ${at + 1}`}
              maxLength={300}
              value={title}
              onChange={(e) => set(id, { title: e.target.value })}
            />
            <Button
              look="quiet"
              square
              className="h-target"
              aria-label={`Remove alternative ${at + 1}`}
              onClick={() => onChange(value.filter((one) => one.id !== id))}
            >
              <X />
            </Button>
          </div>
          <TextArea
            aria-label={`Why not alternative ${at + 1}`}
            placeholder="Why not"
            rows={2}
            maxLength={2000}
            value={why_not}
            onChange={(e) => set(id, { why_not: e.target.value })}
          />
        </div>
      ))}
      <Button look="quiet" className="self-start" disabled={value.length >= 10} onClick={() => onChange([...value, newAlternative()])}>
        <Plus aria-hidden /> Add alternative
      </Button>
    </fieldset>
  )
}
