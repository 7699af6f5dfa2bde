import { useState, type FormEvent } from 'react'
import { useOrganization } from '../../../data/organization.ts'
import { useList } from '../../../data/reads.ts'
import { toast } from '../../../data/toast.ts'
import { act } from '../../../data/writes/act.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Checkbox, Field, Input, Select, TextArea } from '../../../ui/field.tsx'
import type { ListedRepository } from '../repository-status.tsx'

interface NewPullProps {
  open: boolean
  onOpenChange(open: boolean): void
  repositories: readonly ListedRepository[]
  /** The repository that the list is filtered by. */
  repository?: string
}

/** Opens a pull request from a pushed branch. */
export function NewPull({ open, onOpenChange, repositories, repository }: NewPullProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="New pull request"
      about="Title and description include tasks, gate status and relevant decisions."
    >
      <Form repositories={repositories} start={repository ?? repositories[0]?.id ?? ''} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Form({ repositories, start, close }: { repositories: readonly ListedRepository[]; start: string; close(): void }) {
  const organization = useOrganization()
  const [repo, setRepo] = useState(start)
  const branches = useList('listRepoBranches', { repo, limit: 100 }, { enabled: repo !== '' })
  const [chosen, setHead] = useState('')
  const [title, setTitle] = useState('')
  const [body, setBody] = useState('')
  const [keys, setKeys] = useState<string | null>(null)
  const [draft, setDraft] = useState(false)
  const [busy, setBusy] = useState(false)
  const heads = branches.items.filter((one) => !one.default)
  const head = heads.find(({ name }) => name === chosen) ?? heads[0]
  const tasks = (keys ?? head?.tasks.join(', ') ?? '').split(/[\s,]+/).filter(Boolean)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!head) return
    setBusy(true)
    const made = await act({
      organization,
      operation: 'createPr',
      input: { repo, head: head.name, title: title.trim(), draft, ...(body.trim() && { body }), ...(tasks.length > 0 && { tasks }) },
      label: `Open pull request from ${head.name}`,
      then: ['findPullRequests', 'listRepos', 'getRepo'],
    })
    setBusy(false)
    if (!made) return
    close()
    const governed = made.governed.map(({ decision, title: words }) => `${decision} ${words}`).join(', ')
    const said = made.existed ? `#${made.number} is already open` : `#${made.number} opened`
    toast.success(said, governed ? { description: `Relevant decisions: ${governed}` } : undefined)
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-12">
      <Field label="Title">
        {(ids) => <Input {...ids} required autoFocus maxLength={250} value={title} onChange={(event) => setTitle(event.target.value)} />}
      </Field>
      <div className="grid gap-12 wide:grid-cols-2">
        <Field label="Repository">
          {(ids) => (
            <Select
              {...ids}
              value={repo}
              onChange={(event) => {
                setRepo(event.target.value)
                setKeys(null)
              }}
            >
              {repositories.map(({ id, repo: name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Branch" hint={branches.data && heads.length === 0 ? 'Push a branch first, then sync.' : undefined}>
          {(ids) => (
            <Select
              {...ids}
              required
              value={head?.name ?? ''}
              onChange={(event) => {
                setHead(event.target.value)
                setKeys(null)
              }}
            >
              {heads.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Field label="Tasks" hint="Task keys, separated by commas">
        {(ids) => (
          <Input {...ids} className="font-mono" value={keys ?? tasks.join(', ')} onChange={(event) => setKeys(event.target.value)} />
        )}
      </Field>
      <Field label="Description" hint="Markdown. Notes for reviewers.">
        {(ids) => <TextArea {...ids} maxLength={20_000} value={body} onChange={(event) => setBody(event.target.value)} />}
      </Field>
      <div className="flex items-center gap-8">
        <label className="touch flex flex-1 items-center gap-8">
          <Checkbox checked={draft} onChange={(event) => setDraft(event.target.checked)} /> Open as draft
        </label>
        <Button type="submit" look="primary" busy={busy} disabled={!title.trim() || !head}>
          Open pull request
        </Button>
      </div>
    </form>
  )
}
