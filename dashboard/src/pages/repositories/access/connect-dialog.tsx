import { useNavigate, useParams } from '@tanstack/react-router'
import { FolderGit2, Lock } from 'lucide-react'
import { useEffect, useState, type FormEvent } from 'react'
import { useOrganization } from '../../../data/organization.ts'
import { useList, useRead } from '../../../data/reads.ts'
import { act } from '../../../data/writes/act.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Select } from '../../../ui/field.tsx'
import { Picker } from '../../../ui/picker.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { IssuesSelect, type IssuesMode } from '../issues-mode.tsx'

/** Connects one of the repositories with granted access to a project. */
export function ConnectDialog({ open, onOpenChange }: { open: boolean; onOpenChange(open: boolean): void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Connect repository"
      about="Syncs branches, pull requests, checks and files. Visible to everyone who can see the project."
    >
      <Form close={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Form({ close }: { close(): void }) {
  const organization = useOrganization()
  const navigate = useNavigate()
  const { slug } = useParams({ strict: false }) as { slug?: string }
  const granted = useList('listHostRepositories', { limit: 100 })
  const { data: projects } = useRead('listProjects', {})
  const [repo, setRepo] = useState('')
  const [chosen, setProject] = useState(slug ?? '')
  const [issues, setIssues] = useState<IssuesMode>('off')
  const [busy, setBusy] = useState(false)
  const project = chosen || (projects?.items[0]?.slug ?? '')
  // A list that is filtered by typing has to be loaded completely.
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = granted
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const made = await act({
      organization,
      operation: 'connectRepo',
      input: { project, repo, issues },
      label: `Connect ${repo}`,
      done: `${repo} connected. First sync started.`,
      then: ['listRepos', 'listHostRepositories'],
    })
    setBusy(false)
    if (!made) return
    close()
    void navigate({ to: `/${organization}/repos/${made.id}` })
  }
  return (
    <Loaded read={granted} rows={2}>
      {() => (
        <form onSubmit={(event) => void save(event)} className="flex flex-col gap-12">
          <Field
            label="Repository"
            hint={granted.items.length === 0 ? 'Grant access first.' : 'Repositories granted to this organization.'}
          >
            {(ids) => (
              <Picker
                label="Repository"
                choices={granted.items.map((one) => ({
                  value: one.repo,
                  title: one.repository_id ? `${one.repo} (connected)` : one.repo,
                  icon: one.private ? (
                    <Lock className="size-16 text-muted" aria-label="private" />
                  ) : (
                    <FolderGit2 className="size-16 text-muted" aria-hidden />
                  ),
                }))}
                chosen={repo ? [repo] : []}
                onPick={setRepo}
                trigger={
                  <Button {...ids} disabled={granted.items.length === 0} className="w-full">
                    <span className="min-w-0 flex-1 truncate text-left font-mono">{repo || 'Choose a repository'}</span>
                  </Button>
                }
              />
            )}
          </Field>
          <Field label="Project" hint="Branches, pull requests and commits that mention a task key are linked to the task.">
            {(ids) => (
              <Select {...ids} required value={project} onChange={(event) => setProject(event.target.value)}>
                {projects?.items.map(({ slug: value, name }) => (
                  <option key={value} value={value}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <IssuesSelect value={issues} onChange={setIssues} />
          <Button type="submit" look="primary" className="self-end" busy={busy} disabled={!repo || !project}>
            Connect repository
          </Button>
        </form>
      )}
    </Loaded>
  )
}
