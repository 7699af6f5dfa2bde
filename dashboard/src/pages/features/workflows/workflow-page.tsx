import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Crumbs } from '../../../ui/crumbs.tsx'
import { Page } from '../../../ui/page.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { GateList } from './gate-list.tsx'
import { gateInput, draftOf } from './draft.ts'
import { WorkflowForm, type WorkflowDraft } from './workflow-form.tsx'

/** One workflow: editable by people who manage it, readable by everyone. */
export function WorkflowPage() {
  const organization = useOrganization()
  const navigate = useNavigate()
  const { manages } = usePeople()
  const { workflow = '' } = useParams({ strict: false }) as { workflow?: string }
  const read = useRead('getWorkflow', { workflow })
  const { data } = read
  const editable = manages && data && !data.built_in
  const save = async ({ slug: _, ...draft }: WorkflowDraft) => {
    const input = { workflow, ...draft, ...(data && { version: data.version }) }
    const answer = await act({
      organization,
      operation: 'updateWorkflow',
      input,
      label: `Update workflow ${draft.name}`,
      done: 'Workflow saved',
      then: ['listWorkflows', 'getWorkflow'],
    })
    if (answer) void navigate({ to: `/${organization}/workflows` })
  }
  const remove = async () => {
    if (!data) return
    const { name, slug, description, gates } = data
    const again = { name, slug, description, gates: gates.map((gate) => gateInput(draftOf(gate))) }
    const answer = await act({
      organization,
      operation: 'deleteWorkflow',
      input: { workflow },
      label: `Delete workflow ${name}`,
      done: `${name} deleted`,
      undo: () => ({ organization, operation: 'createWorkflow', input: again, label: `Create workflow ${name} again` }),
      then: ['listWorkflows'],
    })
    if (answer) void navigate({ to: `/${organization}/workflows` })
  }
  return (
    <Page
      title={<Crumbs way={[{ to: `/${organization}/workflows`, title: 'Workflows' }]} here={workflow} />}
      actions={
        <>
          {manages && (
            <Button asChild look="quiet">
              <Link to={`/${organization}/workflows/new`} search={{ copy: workflow } as never}>
                Duplicate
              </Link>
            </Button>
          )}
          {editable && (
            <Button look="danger" onClick={() => void remove()}>
              <Trash2 aria-hidden /> Delete
            </Button>
          )}
        </>
      }
      width="reading"
    >
      <Loaded read={read}>
        {(one) =>
          editable ? (
            <div className="flex flex-col gap-16">
              <p className="text-muted">Active features keep their current gates.</p>
              <WorkflowForm key={one.version} start={one} fixed submit="Save workflow" onSave={save} />
            </div>
          ) : (
            <div className="flex flex-col gap-16">
              <div>
                <h2 className="text-title font-semibold">{one.name}</h2>
                <p className="text-muted">{one.description}</p>
              </div>
              <GateList gates={one.gates} />
              <p className="text-helper text-muted">
                {one.built_in
                  ? 'This workflow is built in. Create one with the slug “default” to replace it.'
                  : 'Admins of the organization can change it.'}
              </p>
            </div>
          )
        }
      </Loaded>
    </Page>
  )
}
