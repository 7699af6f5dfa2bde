import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, GitCompareArrows, Pencil, Trash2, Workflow } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '../../../commands/registry.ts'
import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import type { SpecDetails } from './use-spec.ts'

interface ActionsProps {
  spec: SpecDetails
  project: string
  editing: boolean
  edit(): void
  compare(): void
}

export function SpecActions({ spec, project, editing, edit, compare }: ActionsProps) {
  const organization = useOrganization()
  const navigate = useNavigate()
  const { writes } = usePeople()
  const [busy, setBusy] = useState(false)
  const list = `/${organization}/p/${project}/specs`
  const remove = async () => {
    const answer = await act({
      organization,
      operation: 'deleteSpec',
      input: { spec: spec.id },
      label: `Delete ${spec.ref}`,
      done: `${spec.ref} deleted`,
      undo: () => ({ organization, operation: 'restoreSpec', input: { spec: spec.id }, label: `Restore ${spec.ref}` }),
      then: ['listSpecs'],
    })
    if (answer) void navigate({ to: list })
  }
  const plan = async () => {
    setBusy(true)
    const answer = await act({
      organization,
      operation: 'createFeature',
      input: { project, title: spec.title, spec: spec.id },
      label: `Create feature from ${spec.ref}`,
      done: 'Feature created',
      undo: ({ id, ref }) => ({ organization, operation: 'deleteFeature', input: { feature: id }, label: `Delete ${ref}` }),
      then: ['listFeatures', 'getSpec'],
    })
    setBusy(false)
    if (answer) void navigate({ to: `/${organization}/features/${answer.id}` })
  }
  const items: MenuItem[] = [
    { title: 'Compare versions', icon: GitCompareArrows, run: compare },
    ...(writes ? [{ title: 'Create feature', icon: Workflow, disabled: busy, run: () => void plan() }] : []),
    ...(writes ? [{ title: 'Delete', icon: Trash2, danger: true, run: () => void remove() }] : []),
  ]
  useCommands([
    ...items.map((item) => ({ ...item, id: `spec ${item.title}`, group: spec.ref })),
    ...(writes ? [{ id: 'spec edit', title: 'Edit as new version', group: spec.ref, icon: Pencil, keys: 'e', run: edit }] : []),
  ])
  return (
    <>
      {writes && !editing && (
        <Button onClick={edit}>
          <Pencil aria-hidden /> Edit
        </Button>
      )}
      <Menu
        trigger={
          <Button look="quiet" square aria-label="More actions">
            <Ellipsis />
          </Button>
        }
        items={items}
      />
    </>
  )
}
