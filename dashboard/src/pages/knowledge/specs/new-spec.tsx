import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { MarkdownField } from '../../../ui/markdown/markdown-field.tsx'
import { splitTags } from '../tags.tsx'

export function NewSpec({ project, open, onOpenChange }: { project: string; open: boolean; onOpenChange(open: boolean): void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="New spec" at="side">
      <Form project={project} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

const outline = '# Purpose\n\n\n\n# Behavior\n\n\n\n# Out of scope\n'

function Form({ project, close }: { project: string; close(): void }) {
  const organization = useOrganization()
  const navigate = useNavigate()
  const [title, setTitle] = useState('')
  const [tags, setTags] = useState('')
  const [body, setBody] = useState(outline)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const answer = await act({
      organization,
      operation: 'createSpec',
      input: { project, title: title.trim(), body, tags: splitTags(tags) },
      label: `Create “${title.trim()}”`,
      done: 'Spec created',
      undo: ({ id, ref }) => ({ organization, operation: 'deleteSpec', input: { spec: id }, label: `Delete ${ref}` }),
      then: ['listSpecs'],
    })
    if (!answer) return
    close()
    void navigate({ to: `/${organization}/specs/${answer.id}` })
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-12">
      <Field label="Title">
        {(ids) => <Input {...ids} required autoFocus maxLength={300} value={title} onChange={(e) => setTitle(e.target.value)} />}
      </Field>
      <Field label="Tags" hint="Separate with commas. Optional.">
        {(ids) => <Input {...ids} value={tags} onChange={(e) => setTags(e.target.value)} />}
      </Field>
      <MarkdownField label="Text" value={body} onChange={setBody} rows={18} />
      <Button type="submit" look="primary" className="self-end" disabled={!title.trim()}>
        Create spec
      </Button>
    </form>
  )
}
