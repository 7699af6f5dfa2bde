import { TriangleAlert } from 'lucide-react'
import { plural } from '../../../ui/format.ts'
import type { UnansweredMachine } from './sync-workspace.ts'

/** Machines that did not answer the last sync, and what to do about each. */
export function Unanswered({ machines }: { machines: readonly UnansweredMachine[] }) {
  if (machines.length === 0) return null
  return (
    <section role="status" aria-label="Machines that did not answer" className="rounded-card border border-line bg-warn-soft p-12">
      <p className="flex items-center gap-6 font-medium text-warn">
        <TriangleAlert className="size-16 shrink-0" aria-hidden />
        {plural(machines.length, 'machine')} did not answer
      </p>
      <ul className="mt-6 flex flex-col gap-4">
        {machines.map(({ machine, detail }) => (
          <li key={machine.id} className="break-words">
            <span className="font-medium">{machine.name}</span>: {detail}
          </li>
        ))}
      </ul>
    </section>
  )
}
