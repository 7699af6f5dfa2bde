import type { FormEvent } from 'react'
import { useOwnList } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, Select } from '../../../ui/field.tsx'
import { MarkdownField } from '../../../ui/markdown/markdown-field.tsx'
import type { Entry, Kind } from './kinds.ts'

export interface Draft {
  title: string
  slug: string
  summary: string
  body: string
  /** The id of a category, or empty. */
  category: string
}

export const draftOf = ({ title, slug, summary, body, category }: Entry): Draft => ({
  title,
  slug,
  summary,
  body,
  category: category?.id ?? '',
})

/** Unsaved drafts by entry, kept for as long as this tab is open. */
export const unsaved = new Map<string, Draft>()

interface FormProps {
  kind: Kind
  draft: Draft
  onChange(draft: Draft): void
  onSave(): void
  busy: boolean
  label: string
  changed: boolean
}

export function EntryForm({ kind, draft, onChange, onSave, busy, label, changed }: FormProps) {
  const put = (field: keyof Draft) => (value: string) => onChange({ ...draft, [field]: value })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-16">
      <Field label="Title">
        {(ids) => (
          <Input
            {...ids}
            required
            autoFocus={!draft.title}
            maxLength={300}
            value={draft.title}
            onChange={(e) => put('title')(e.target.value)}
          />
        )}
      </Field>
      <div className="grid gap-12 wide:grid-cols-2">
        <Field label="Slug" hint="Last part of the URL. Old ones redirect here.">
          {(ids) => (
            <Input
              {...ids}
              className="font-mono"
              pattern="[a-z0-9](-?[a-z0-9])*"
              minLength={2}
              maxLength={64}
              placeholder="generated from the title"
              value={draft.slug}
              onChange={(e) => put('slug')(e.target.value)}
            />
          )}
        </Field>
        {kind === 'post' && <CategoryField value={draft.category} onChange={put('category')} />}
      </div>
      <Field label="Summary" hint="One line for lists, feeds, search engines and link previews.">
        {(ids) => <Input {...ids} maxLength={500} value={draft.summary} onChange={(e) => put('summary')(e.target.value)} />}
      </Field>
      <MarkdownField label="Text" value={draft.body} onChange={put('body')} />
      <div className="flex flex-wrap items-center justify-end gap-12">
        {changed && draft.title && <span className="text-helper text-muted">Unsaved changes</span>}
        <Button type="submit" look="primary" busy={busy} disabled={!changed}>
          {label}
        </Button>
      </div>
    </form>
  )
}

function CategoryField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { items } = useOwnList('listCategories', { limit: 100 })
  return (
    <Field label="Category">
      {(ids) => (
        <Select {...ids} value={value} onChange={(e) => onChange(e.target.value)}>
          <option value="">None</option>
          {items.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
