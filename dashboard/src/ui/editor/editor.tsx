import { useState } from 'react'
import { needsSource } from './editor-tidy.ts'
import { TextArea } from '../field.tsx'
import { lazily } from '../lazily.tsx'

export interface Mentionable {
  kind: 'person' | 'agent'
  handle: string
  name: string
}

export interface EditorProps {
  label: string
  /** The initial Markdown. Later changes of the prop are ignored; use a new `key` for them. */
  text: string
  placeholder?: string
  people: readonly Mentionable[]
  /** Without its own border and toolbar, which the surrounding box has. */
  bare?: boolean
  onText(text: string): void
  /** Ctrl or ⌘ with Enter. */
  onSubmit(): void
  onCancel(): void
  /** Called with pasted or dropped files; resolves to the text to insert for them. */
  onFiles?: (files: File[]) => Promise<string>
}

const Written = lazily(
  (props: EditorProps) => <SourceEditor {...props} />,
  () => import('./editor-written.tsx'),
)

/** A WYSIWYG Markdown editor. Text with syntax it does not support is edited as source, so that nothing is lost. */
export function Editor(props: EditorProps) {
  const [asSource] = useState(() => needsSource(props.text))
  return asSource ? <SourceEditor {...props} /> : <Written {...props} />
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
