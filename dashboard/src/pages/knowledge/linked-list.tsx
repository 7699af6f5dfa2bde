import type { Output } from '@baton/client'
import { Link } from '@tanstack/react-router'
import { BookOpen, CircleDot, FileText, Scale, Workflow, X, type LucideIcon } from 'lucide-react'
import { useOrganization } from '../../data/organization.ts'
import { addressOf } from '../../ui/address-of.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { StatusIcon, taskStatuses, type TaskStatus } from '../../ui/marks/task-marks.tsx'

export type Linked = Output<'getDecision'>['links'][number]

const icons: Record<Linked['kind'], LucideIcon> = { note: BookOpen, task: CircleDot, spec: FileText, decision: Scale, feature: Workflow }
const words: Record<Linked['kind'], string> = { note: 'Note', task: 'Task', spec: 'Spec', decision: 'Decision', feature: 'Feature' }

interface LinkedListProps {
  items: readonly (Linked & { outdated?: boolean })[]
  /** Removes a link, where that is possible. */
  onRemove?: ((one: Linked) => void) | undefined
}

/** The items at the other end of links, each with its kind, its status and a link to its page. */
export function LinkedList({ items, onRemove }: LinkedListProps) {
  const org = useOrganization()
  return (
    <ul className="flex flex-col gap-px">
      {items.map((one) => (
        <li key={`${one.kind} ${one.id}`} className="group flex items-center gap-4">
          <Link
            to={addressOf(org, one)}
            className="touch -mx-6 flex min-h-row min-w-0 flex-1 items-center gap-8 rounded-control px-6 py-4 hover:bg-hover"
          >
            <Mark one={one} />
            {one.kind !== 'note' && <span className="shrink-0 font-mono text-label text-muted">{one.ref}</span>}
            <span className="min-w-0 flex-1 truncate" title={one.title}>
              {one.title}
            </span>
            {one.version && <Chip mono>v{one.version}</Chip>}
            {one.outdated && <Chip tone="warn">older version</Chip>}
          </Link>
          {onRemove && (
            <Button look="quiet" square aria-label={`Unlink ${one.title}`} onClick={() => onRemove(one)}>
              <X />
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function Mark({ one }: { one: Linked }) {
  if (one.kind === 'task' && one.status && one.status in taskStatuses) return <StatusIcon status={one.status as TaskStatus} labelled />
  const Icon = icons[one.kind]
  return <Icon className="size-16 shrink-0 text-muted" role="img" aria-label={words[one.kind]} />
}
