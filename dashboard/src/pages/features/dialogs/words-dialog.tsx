import { useState, type FormEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, TextArea } from '../../../ui/field.tsx'

interface WordsProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  about?: string
  label: string
  hint?: string
  submit: string
  onSay(words: string): void
}

/** For an action that can have a comment. */
export function WordsDialog({ open, onOpenChange, title, about, ...form }: WordsProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} {...(about && { about })}>
      <Form {...form} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Form({ label, hint, submit, onSay, close }: Omit<WordsProps, 'open' | 'onOpenChange' | 'title' | 'about'> & { close(): void }) {
  const [words, setWords] = useState('')
  const save = (event: FormEvent) => {
    event.preventDefault()
    onSay(words.trim())
    close()
  }
  return (
    <form onSubmit={save} className="flex flex-col gap-12">
      <Field label={label} hint={hint}>
        {(ids) => <TextArea {...ids} autoFocus maxLength={2000} value={words} onChange={(e) => setWords(e.target.value)} />}
      </Field>
      <Button type="submit" look="primary" className="self-end">
        {submit}
      </Button>
    </form>
  )
}
