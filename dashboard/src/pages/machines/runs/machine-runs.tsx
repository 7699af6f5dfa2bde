import { Lock } from 'lucide-react'
import { usePeople } from '../../../data/people.ts'
import { Chip } from '../../../ui/chip.tsx'
import { CodeBlock } from '../../../ui/copy.tsx'
import { Properties, Property } from '../../../ui/marks/property.tsx'
import { Card } from '../../../ui/row.tsx'
import type { Machine } from '../machine-words.ts'
import { RunList } from './run-list.tsx'

/** What the machine's own file says about agents it starts, and its runs. */
export function MachineRuns({ machine, own }: { machine: Machine; own: boolean }) {
  return (
    <section aria-label="Runs" className="flex flex-col gap-8">
      <h2 className="font-medium">Runs</h2>
      {machine.runs ? <Offer machine={machine} offer={machine.runs} /> : <NoOffer machine={machine} own={own} />}
      <RunList of={{ machine: machine.id }} none="No agent runs yet." label={`Runs on ${machine.name}`} />
    </section>
  )
}

function Offer({ machine, offer }: { machine: Machine; offer: NonNullable<Machine['runs']> }) {
  const { members } = usePeople()
  const { people, clients, at_once, quiet } = offer
  const named = people.map((one) => {
    const found = members.find(({ user_id, handle }) => user_id === one || handle === one)
    return found ? `${found.name} (@${found.handle})` : one
  })
  return (
    <Card className="flex max-w-measure flex-col gap-8 p-12">
      <Properties>
        <Property name="Starts for">{named.length > 0 ? named.join(', ') : 'Nobody'}</Property>
        <Property name="Clients">
          {clients.length === 0 ? (
            'None'
          ) : (
            <span className="flex flex-wrap gap-4">
              {clients.map(({ name, protocol }) => (
                <Chip key={name} mono>
                  {name}
                  {protocol === 'acp' && ' · ACP'}
                </Chip>
              ))}
            </span>
          )}
        </Property>
        <Property name="Parallel runs">{at_once}</Property>
        <Property name="Quiet hours">{quiet ? 'Now. Runs start when they end.' : 'Not now'}</Property>
      </Properties>
      <p className="flex items-start gap-6 text-helper text-muted">
        <Lock className="mt-px size-16 shrink-0" aria-hidden />
        Set in a file on {machine.name}. Baton can read this but not change it.
      </p>
    </Card>
  )
}

function NoOffer({ machine, own }: { machine: Machine; own: boolean }) {
  return (
    <div className="flex flex-col gap-8">
      <p className="text-muted">
        {machine.name} starts no agents.{' '}
        {own && (
          <>
            To let it, run this on it: it writes <code className="font-mono">allow.json</code> for the agent clients it finds there and
            never changes one that exists. Then restart <code className="font-mono">baton tunnel</code>.
          </>
        )}
      </p>
      {own && <CodeBlock text="baton tunnel init" label="command that writes allow.json" />}
    </div>
  )
}
