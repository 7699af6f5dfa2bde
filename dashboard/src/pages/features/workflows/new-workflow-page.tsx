import { useNavigate, useSearch } from '@tanstack/react-router'
import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { useRead } from '../../../data/reads.ts'
import { Crumbs } from '../../../ui/crumbs.tsx'
import { Page } from '../../../ui/page.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { WorkflowForm, type WorkflowDraft } from './workflow-form.tsx'

/** A new workflow, which starts as a copy of an existing one. */
export function NewWorkflowPage() {
  const organization = useOrganization()
  const navigate = useNavigate()
  const { copy = 'default' } = useSearch({ strict: false }) as { copy?: string }
  const read = useRead('getWorkflow', { workflow: copy })
  const save = async (draft: WorkflowDraft) => {
    const answer = await act({
      organization,
      operation: 'createWorkflow',
      input: draft,
      label: `Create workflow ${draft.name}`,
      done: 'Workflow created',
      then: ['listWorkflows'],
    })
    if (answer) void navigate({ to: `/${organization}/workflows` })
  }
  return (
    <Page title={<Crumbs way={[{ to: `/${organization}/workflows`, title: 'Workflows' }]} here="New workflow" />} width="reading">
      <Loaded read={read}>
        {({ gates }) => <WorkflowForm start={{ name: '', slug: '', description: '', gates }} submit="Create workflow" onSave={save} />}
      </Loaded>
    </Page>
  )
}
