import type { Output } from '@baton/client'
import { useState, type FormEvent } from 'react'
import { clientFor } from '../../../data/client.ts'
import { currentUserId } from '../../../data/current-user.ts'
import { useOrganization } from '../../../data/organization.ts'
import { useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, Select } from '../../../ui/field.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { useCall } from '../../settings/use-call.ts'

type Dispatch = NonNullable<Output<'getAgentDispatch'>['dispatch']>
type Agent = Pick<Output<'getAgent'>, 'id' | 'name' | 'owner_id'>

/** Whether, and where, an agent starts automatically when a person assigns it a task. */
export function AgentDispatch({ agent }: { agent: Agent }) {
  const read = useRead('getAgentDispatch', { agent: agent.id })
  const own = agent.owner_id === currentUserId()
  return (
    <section aria-label="Start when assigned" className="flex flex-col gap-8">
      <div>
        <h2 className="font-medium">Start when assigned</h2>
        <p className="text-muted">
          When a person assigns a task to {agent.name}, it starts on a machine of this workspace. Each machine starts it only for the people
          its own file names.
        </p>
      </div>
      <Loaded read={read} rows={1}>
        {({ dispatch }) =>
          own ? <DispatchForm key={dispatch?.updated_at ?? ''} agent={agent} dispatch={dispatch} /> : <p>{saying(agent, dispatch)}</p>
        }
      </Loaded>
    </section>
  )
}

const saying = ({ name }: Agent, dispatch: Dispatch | null): string =>
  dispatch
    ? `${name} starts in ${dispatch.workspace.name} with ${dispatch.client}, at most ${dispatch.at_once} at once.`
    : `${name} doesn’t start automatically. Its owner can change this.`

function DispatchForm({ agent, dispatch }: { agent: Agent; dispatch: Dispatch | null }) {
  const organization = useOrganization()
  const call = useCall()
  const { data: workspaces } = useRead('listWorkspaces', { limit: 100 })
  const { data: machines } = useRead('listTunnels', { limit: 100 })
  const [workspace, setWorkspace] = useState(dispatch?.workspace.id ?? '')
  const [client, setClient] = useState(dispatch?.client ?? '')
  const [atOnce, setAtOnce] = useState(dispatch?.at_once ?? 1)
  const [busy, setBusy] = useState(false)
  const offered = [...new Set(machines?.items.flatMap(({ runs }) => runs?.clients.map(({ name }) => name) ?? []) ?? [])].toSorted()
  const then = ['getAgentDispatch', 'listWorkspaceAgents'] as const
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    await call(() => clientFor(organization).setAgentDispatch({ agent: agent.id, workspace, client: client.trim(), at_once: atOnce }), {
      done: `${agent.name} starts when assigned a task`,
      then,
    })
    setBusy(false)
  }
  const clear = () =>
    void call(() => clientFor(organization).clearAgentDispatch({ agent: agent.id }), {
      done: `${agent.name} no longer starts automatically`,
      then,
    })
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-12">
      <div className="grid gap-12 wide:grid-cols-3">
        <Field label="Workspace">
          {(ids) => (
            <Select {...ids} required value={workspace} onChange={(e) => setWorkspace(e.target.value)}>
              <option value="">Choose a workspace</option>
              {workspaces?.items.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Client" hint={offered.length > 0 ? `Machines offer: ${offered.join(', ')}.` : 'As named in the machine’s file.'}>
          {(ids) => (
            <>
              <Input
                {...ids}
                required
                className="font-mono"
                list={`${ids.id}-clients`}
                placeholder="claude"
                pattern="[a-z0-9][a-z0-9._\-]*"
                maxLength={64}
                autoCapitalize="none"
                spellCheck={false}
                value={client}
                onChange={(e) => setClient(e.target.value)}
              />
              <datalist id={`${ids.id}-clients`}>
                {offered.map((one) => (
                  <option key={one} value={one} />
                ))}
              </datalist>
            </>
          )}
        </Field>
        <Field label="Parallel runs" hint="Maximum parallel runs.">
          {(ids) => (
            <Input {...ids} type="number" required min={1} max={20} value={atOnce} onChange={(e) => setAtOnce(Number(e.target.value))} />
          )}
        </Field>
      </div>
      <div className="flex flex-wrap justify-end gap-8">
        {dispatch && (
          <Button look="danger" onClick={clear}>
            Turn off
          </Button>
        )}
        <Button type="submit" look="primary" busy={busy}>
          {dispatch ? 'Save' : 'Turn on'}
        </Button>
      </div>
    </form>
  )
}
