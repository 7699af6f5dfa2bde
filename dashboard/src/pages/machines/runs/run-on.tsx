import { Link } from '@tanstack/react-router'
import { Server } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { clientFor } from '../../../data/client.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { useRead } from '../../../data/reads.ts'
import type { Item } from '../../../data/tasks/items.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Select } from '../../../ui/field.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { useCall } from '../../settings/use-call.ts'
import { whyNot, type Place } from './run-words.ts'

/** "Run on…": which agent, with which client, on which machine. */
export function RunOn({ item, onClose }: { item: Item; onClose(): void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Run ${item.key}`}
      about="The agent works in its own worktree and branch."
    >
      <Places item={item} onClose={onClose} />
    </Dialog>
  )
}

function Places({ item, onClose }: { item: Item; onClose(): void }) {
  const organization = useOrganization()
  const read = useRead('listRunPlaces', { task: item.key })
  const { agents } = usePeople()
  return (
    <Loaded read={read} rows={3}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState
            icon={Server}
            title="No machine for this project"
            action={
              <Button asChild>
                <Link to={`/${organization}/workspaces`}>Open workspaces</Link>
              </Button>
            }
          >
            Add the project and a checkout on one of your machines to a workspace.
          </EmptyState>
        ) : agents.length === 0 ? (
          <EmptyState
            icon={Server}
            title="No agents yet"
            action={
              <Button asChild look="primary">
                <Link to={`/${organization}/agents`}>Create agent</Link>
              </Button>
            }
          />
        ) : (
          <RunForm item={item} places={items} onClose={onClose} />
        )
      }
    </Loaded>
  )
}

const keyOf = ({ machine, path }: Place): string => `${machine.id} ${path}`
const takes = ({ why_not }: Place): boolean => why_not === null || whyNot[why_not].later

function RunForm({ item, places, onClose }: { item: Item; places: readonly Place[]; onClose(): void }) {
  const organization = useOrganization()
  const call = useCall()
  const { agents, me } = usePeople()
  const own = agents.filter(({ owner_id }) => owner_id === me)
  const [agent, setAgent] = useState(item.assignee_agent_id ?? (own[0] ?? agents[0])?.id ?? '')
  const { data: bound } = useRead('getAgentDispatch', { agent }, { enabled: agent !== '' })
  const ordered = places.toSorted((one, other) => rank(one) - rank(other))
  const [chosen, setChosen] = useState<string | null>(null)
  const place = ordered.find((one) => keyOf(one) === chosen && takes(one)) ?? ordered.find(takes)
  const [wanted, setWanted] = useState('')
  const usual = bound?.dispatch?.client
  const clients = place?.clients ?? []
  const client = clients.includes(wanted) ? wanted : ((usual && clients.includes(usual) ? usual : clients[0]) ?? '')
  const [busy, setBusy] = useState(false)
  const start = async (event: FormEvent) => {
    event.preventDefault()
    if (!place) return
    setBusy(true)
    const input = { task: item.key, agent, machine: place.machine.id, ...(client && { client }) }
    const run = await call(() => clientFor(organization).startRun(input), {
      done: place.can_run ? `Started on ${place.machine.name}` : `Queued for ${place.machine.name}`,
      then: ['listRuns', 'listRunPlaces'],
    })
    setBusy(false)
    if (run) onClose()
  }
  return (
    <form className="flex flex-col gap-12" onSubmit={(event) => void start(event)}>
      <div className="grid gap-12 wide:grid-cols-2">
        <Field label="Agent">
          {(ids) => (
            <Select {...ids} value={agent} onChange={(e) => setAgent(e.target.value)}>
              {agents.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Client">
          {(ids) => (
            <Select {...ids} value={client} disabled={clients.length === 0} onChange={(e) => setWanted(e.target.value)}>
              {clients.length === 0 && <option value="">None</option>}
              {clients.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <fieldset className="flex flex-col gap-6">
        <legend className="mb-4 text-helper font-medium text-muted">Machine</legend>
        {ordered.map((one) => (
          <PlaceChoice key={keyOf(one)} place={one} chosen={one === place} onChoose={() => setChosen(keyOf(one))} />
        ))}
      </fieldset>
      <div className="flex justify-end gap-8">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={busy} disabled={!place || !agent}>
          {!place || place.can_run ? 'Start' : 'Queue run'}
        </Button>
      </div>
    </form>
  )
}

const rank = (place: Place): number => (place.can_run ? 0 : takes(place) ? 1 : 2)

function PlaceChoice({ place, chosen, onChoose }: { place: Place; chosen: boolean; onChoose(): void }) {
  const { machine, workspace, path, why_not } = place
  const possible = takes(place)
  return (
    <label
      className={classes(
        'touch flex items-start gap-10 rounded-card border p-10',
        chosen ? 'border-accent bg-accent-soft' : 'border-line',
        possible ? 'cursor-pointer' : 'text-muted',
      )}
    >
      <input
        type="radio"
        name="place"
        className="mt-2 size-16 shrink-0 accent-accent"
        checked={chosen}
        disabled={!possible}
        onChange={onChoose}
      />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline gap-x-8">
          <span className="font-medium">{machine.name}</span>
          <span className="text-helper text-muted">{workspace.name}</span>
        </span>
        {path && <span className="block font-mono text-label break-all text-muted">{path}</span>}
        {why_not && <span className="block text-helper">{whyNot[why_not].says}</span>}
      </span>
    </label>
  )
}
