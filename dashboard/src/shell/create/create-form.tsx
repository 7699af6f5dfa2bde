import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useOrganization } from '../../data/organization.ts'
import { act } from '../../data/writes/act.ts'
import { HintDialog } from '../../pages/agents/hint-dialog.tsx'
import { NewFeature } from '../../pages/features/list/new-feature.tsx'
import { NewDecision } from '../../pages/knowledge/decisions/new-decision.tsx'
import { NewSpec } from '../../pages/knowledge/specs/new-spec.tsx'
import { MemoryForm } from '../../pages/memory/memories/memory-form.tsx'
import { NewProject } from '../../pages/work/projects/new-project.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useCurrentProject } from '../current-project.ts'
import type { Creatable, HintTo } from './create.tsx'

/** A note has no form: it is created at once and opened in edit mode, with a placeholder title. */
function NewNote({ project, close }: { project: string; close(): void }) {
  const organization = useOrganization()
  const navigate = useNavigate()
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    close()
    void act({
      organization,
      operation: 'createNote',
      input: { title: 'New note', project },
      label: 'Create note',
      done: 'Note created',
      undo: ({ id }) => ({ organization, operation: 'deleteNote', input: { note: id }, label: 'Delete note' }),
      then: ['listNotes'],
    }).then((answer) => answer && navigate({ to: `/${organization}/notes/${answer.id}`, search: { edit: true } as never }))
  }, [close, navigate, organization, project])
  return null
}

export default function CreateForm({ what, close }: { what: Creatable | HintTo; close(): void }) {
  const org = useOrganization()
  const project = useCurrentProject()
  const opening = (next: boolean) => !next && close()
  if (typeof what === 'object') return <HintDialog to={what} close={close} />
  if (what === 'project') return <NewProject org={org} onClose={close} />
  if (!project) return null
  if (what === 'feature') return <NewFeature project={project} open onOpenChange={opening} />
  if (what === 'spec') return <NewSpec project={project} open onOpenChange={opening} />
  if (what === 'decision') return <NewDecision project={project} open onOpenChange={opening} />
  if (what === 'note') return <NewNote project={project} close={close} />
  return (
    <Dialog open onOpenChange={opening} title="New memory" about="A fact for agents and people to find again.">
      <MemoryForm project={project} done={close} />
    </Dialog>
  )
}
