import { useState, type FormEvent } from 'react'
import { currentUserId } from '../../../data/current-user.ts'
import { useOrganization } from '../../../data/organization.ts'
import { useRead } from '../../../data/reads.ts'
import { act } from '../../../data/writes/act.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, Select } from '../../../ui/field.tsx'
import { Loaded } from '../../../ui/states.tsx'

/** Adds a folder on one of the person's own machines. */
export function AddCheckout({ workspace, done }: { workspace: string; done(): void }) {
  const organization = useOrganization()
  const machines = useRead('listTunnels', { limit: 100 })
  const { data: repositories } = useRead('listRepos', { limit: 100 })
  const [machine, setMachine] = useState('')
  const [path, setPath] = useState('')
  const [repository, setRepository] = useState('')
  const [busy, setBusy] = useState(false)
  const add = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const added = await act({
      organization,
      operation: 'addCheckout',
      input: { workspace, machine, path: path.trim(), ...(repository && { repository }) },
      label: 'Add checkout',
      done: 'Checkout added',
      then: ['getWorkspace', 'listWorkspaces'],
    })
    setBusy(false)
    if (added) done()
  }
  return (
    <Loaded read={machines} rows={3}>
      {({ items }) => {
        const mine = items.filter(({ owner }) => owner.id === currentUserId())
        if (mine.length === 0) return <p className="text-muted">You have no machines yet. Pair one first.</p>
        return (
          <form onSubmit={(event) => void add(event)} className="flex flex-col gap-12">
            <Field label="Machine" hint="One of yours. Editors of this workspace can check the state of this folder.">
              {(ids) => (
                <Select {...ids} required value={machine} onChange={(e) => setMachine(e.target.value)}>
                  <option value="">Choose a machine</option>
                  {mine.map(({ id, name, status }) => (
                    <option key={id} value={id}>
                      {name} ({status})
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label="Path" hint="Full path of a folder the machine allows.">
              {(ids) => (
                <Input
                  {...ids}
                  required
                  maxLength={1000}
                  placeholder="/home/you/code/app"
                  value={path}
                  onChange={(e) => setPath(e.target.value)}
                />
              )}
            </Field>
            <Field label="Repository" hint="Tasks of its projects can run here.">
              {(ids) => (
                <Select {...ids} value={repository} onChange={(e) => setRepository(e.target.value)}>
                  <option value="">None</option>
                  {(repositories?.items ?? []).map(({ id, repo }) => (
                    <option key={id} value={repo}>
                      {repo}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Button type="submit" look="primary" busy={busy} className="self-end">
              Add checkout
            </Button>
          </form>
        )
      }}
    </Loaded>
  )
}
