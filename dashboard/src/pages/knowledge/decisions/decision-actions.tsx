import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, History, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '../../../commands/registry.ts'
import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import { DecisionForm, type DecisionDraft } from './decision-form.tsx'
import type { DecisionDetails } from './decision-status.tsx'
import { NewDecision } from './new-decision.tsx'

export function DecisionActions({ decision, project }: { decision: DecisionDetails; project: string | undefined }) {
  const organization = useOrganization()
  const navigate = useNavigate()
  const { writes } = usePeople()
  const [open, setOpen] = useState<'supersede' | 'edit' | null>(null)
  const { id, ref, title, version, status } = decision
  const save = async (draft: DecisionDraft) => {
    const answer = await act({
      organization,
      operation: 'updateDecision',
      input: { decision: id, ...draft, version },
      label: `Change ${ref}`,
      done: 'Saved',
      then: ['getDecision', 'listDecisions'],
    })
    if (answer) setOpen(null)
  }
  const remove = async () => {
    const answer = await act({
      organization,
      operation: 'deleteDecision',
      input: { decision: id },
      label: `Delete ${ref}`,
      done: `${ref} deleted`,
      undo: () => ({ organization, operation: 'restoreDecision', input: { decision: id }, label: `Restore ${ref}` }),
      then: ['listDecisions'],
    })
    if (answer) void navigate({ to: project ? `/${organization}/p/${project}/decisions` : `/${organization}/inbox` })
  }
  const items: MenuItem[] = [
    ...(status === 'accepted' ? [{ title: 'Supersede…', icon: History, run: () => setOpen('supersede') }] : []),
    ...(status === 'proposed' ? [{ title: 'Edit…', icon: Pencil, run: () => setOpen('edit') }] : []),
    { title: 'Delete', icon: Trash2, danger: true, run: () => void remove() },
  ]
  useCommands(
    writes ? items.map((item) => ({ ...item, id: `decision ${item.title}`, title: item.title.replace('…', ''), group: ref })) : [],
  )
  if (!writes) return null
  return (
    <>
      {status === 'accepted' && (
        <Button onClick={() => setOpen('supersede')}>
          <History aria-hidden /> Supersede
        </Button>
      )}
      {status === 'proposed' && (
        <Button onClick={() => setOpen('edit')}>
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
      <NewDecision
        project={project}
        instead={{ id, ref, title }}
        open={open === 'supersede'}
        onOpenChange={(next) => setOpen(next ? 'supersede' : null)}
      />
      <Dialog open={open === 'edit'} onOpenChange={(next) => setOpen(next ? 'edit' : null)} title={`Edit ${ref}`} at="side">
        <DecisionForm start={decision} submit="Save" onSave={save} />
      </Dialog>
    </>
  )
}
