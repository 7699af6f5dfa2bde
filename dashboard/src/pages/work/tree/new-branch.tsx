import { useState, type FormEvent } from 'react'
import { createBranch } from '../../../data/tasks/edit-branches.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import { useWork } from '../frame/work.ts'
import type { Node } from './branches.ts'

export interface Adding {
  parent: Node | null
  kind: 'epic' | 'story' | 'task'
}

/** A title and Enter; the field stays open for the next one. */
export function NewBranch({ adding: { parent, kind }, onEnd }: { adding: Adding; onEnd(): void }) {
  const { org: organization, slug: project, edit } = useWork()
  const [title, setTitle] = useState('')
  const name = parent ? `New ${kind} in ${parent.key}` : `New ${kind}`
  const save = (event: FormEvent) => {
    event.preventDefault()
    const text = title.trim()
    if (!text) return onEnd()
    setTitle('')
    if (kind === 'epic') return createBranch({ organization, project, title: text })
    if (kind === 'story') return createBranch({ organization, project, title: text, epic: parent?.key ?? '' })
    const above = parent?.kind === 'story' ? { story: parent.key } : parent ? { epic: parent.key } : {}
    edit.create({ title: text, status: 'todo', priority: 'none', parent_id: parent?.id ?? null }, { above })
  }
  return (
    <form onSubmit={save} className="flex shrink-0 items-center gap-8 border-b border-line-soft bg-sunken px-16 py-6">
      <Input
        aria-label={name}
        placeholder={`${name}…`}
        autoFocus
        maxLength={300}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onEnd()}
      />
      <Button type="submit" look="primary" disabled={!title.trim()}>
        Create {kind}
      </Button>
      <Button look="quiet" onClick={onEnd}>
        Close
      </Button>
    </form>
  )
}
