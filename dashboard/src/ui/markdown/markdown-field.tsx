import { Eye, Pencil } from 'lucide-react'
import { useState } from 'react'
import { TextArea } from '../field.tsx'
import { Markdown } from './markdown.tsx'
import { Segmented } from '../segmented.tsx'

interface MarkdownFieldProps {
  label: string
  value: string
  onChange(value: string): void
  maxLength?: number
  rows?: number
  autoFocus?: boolean
}

/** A Markdown field with a preview. */
export function MarkdownField({ label, value, onChange, maxLength = 100_000, rows = 24, autoFocus }: MarkdownFieldProps) {
  const [look, setLook] = useState<'write' | 'read'>('write')
  return (
    <div className="flex flex-col gap-8">
      <div>
        <Segmented
          label={`${label}: write or preview`}
          value={look}
          onChange={setLook}
          options={[
            { value: 'write', title: 'Write', icon: Pencil },
            { value: 'read', title: 'Preview', icon: Eye },
          ]}
        />
      </div>
      {look === 'write' ? (
        <TextArea
          aria-label={label}
          rows={rows}
          autoFocus={autoFocus}
          maxLength={maxLength}
          spellCheck
          className="font-mono text-helper"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <div className="rounded-control border border-line p-12">
          {value.trim() ? <Markdown text={value} /> : <p className="text-muted">Nothing to preview.</p>}
        </div>
      )}
    </div>
  )
}
