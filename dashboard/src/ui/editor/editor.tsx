import { Suspense, useState } from 'react'
import { needsSource } from './editor-tidy.ts'
import { TextArea } from '../field.tsx'
import { lazily } from '../lazily.ts'

export interface Mentionable {
  kind: 'person' | 'agent'
  handle: string
  name: string
}

export interface EditorProps {
  label: string
  /** Markdown. What comes later from outside is not taken up: give another key for that. */
  text: string
  placeholder?: string
  people: readonly Mentionable[]
  /** Without a frame and tools of its own: the box around it has them. */
  bare?: boolean
  onText(text: string): void
  /** Ctrl or ⌘ with Enter. */
  onSubmit(): void
  onCancel(): void
  /** Files that were pasted or dropped; answers what to write in their place. */
  onFiles?: (files: File[]) => Promise<string>
}

const Written = lazily(() => import('./editor-written.tsx'))

/** Writes Markdown as it will look; what the editor cannot show is written as its source, so that nothing is lost. */
export function Editor(props: EditorProps) {
  const [asSource] = useState(() => needsSource(props.text))
  const source = <SourceEditor {...props} />
  if (asSource) return source
  return (
    <Suspense fallback={source}>
      <Written {...props} />
    </Suspense>
  )
}

function atEnd(field: HTMLTextAreaElement | null): void {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}

function SourceEditor({ label, text, placeholder, onText, onSubmit, onCancel }: EditorProps) {
  return (
    <TextArea
      ref={atEnd}
      aria-label={label}
      placeholder={placeholder}
      defaultValue={text}
      className="field-sizing-content font-mono text-helper"
      onChange={(event) => onText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) onSubmit()
        if (event.key === 'Escape') {
          event.stopPropagation()
          onCancel()
        }
      }}
    />
  )
}
