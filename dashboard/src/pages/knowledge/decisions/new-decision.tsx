import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { DecisionForm, type DecisionDraft } from './decision-form.tsx'

interface NewDecisionProps {
  /** Without a project, the decision belongs to the organization. */
  project: string | undefined
  /** The decision that it supersedes. */
  instead?: { id: string; ref: string; title: string }
  open: boolean
  onOpenChange(open: boolean): void
}

export function NewDecision({ project, instead, open, onOpenChange }: NewDecisionProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={instead ? `Supersede ${instead.ref}` : 'New decision'}
      about={instead ? `Replaces “${instead.title}”, which stays readable.` : 'Once accepted it can’t be edited.'}
      at="side"
    >
      <Form project={project} instead={instead} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Form({
  project,
  instead,
  close,
}: {
  project: string | undefined
  instead: NewDecisionProps['instead'] | undefined
  close(): void
}) {
  const organization = useOrganization()
  const navigate = useNavigate()
  const [proposed, setProposed] = useState(false)
  const [everywhere, setEverywhere] = useState(false)
  const save = async (draft: DecisionDraft) => {
    const answer = await act({
      organization,
      operation: 'logDecision',
      input: {
        ...(project && !everywhere && { project }),
        ...draft,
        status: proposed ? 'proposed' : 'accepted',
        ...(instead && { supersedes: [instead.id] }),
      },
      label: `Log “${draft.title}”`,
      done: instead ? `${instead.ref} is superseded` : proposed ? 'Proposed' : 'Decision created',
      then: ['listDecisions', 'getDecision'],
    })
    if (!answer) return
    close()
    void navigate({ to: `/${organization}/decisions/${answer.id}` })
  }
  return (
    <DecisionForm submit={instead ? `Supersede ${instead.ref}` : proposed ? 'Propose' : 'Create as accepted'} onSave={save}>
      {!instead && (
        <label className="touch flex items-center gap-8">
          <Checkbox checked={proposed} onChange={(e) => setProposed(e.target.checked)} />
          Propose only (open for discussion)
        </label>
      )}
      {!instead && project && (
        <label className="touch flex items-center gap-8">
          <Checkbox checked={everywhere} onChange={(e) => setEverywhere(e.target.checked)} />
          For the whole organization
        </label>
      )}
    </DecisionForm>
  )
}
