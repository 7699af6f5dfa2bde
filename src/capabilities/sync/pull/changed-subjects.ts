import type { EventRow } from '../../log/read-log.ts'
import type { Kind } from '../records/records.contract.ts'

type Named = Record<string, { id?: string } | undefined>

interface Subject {
  kind: Kind
  id: string
}

const byPrefix: Record<string, Kind> = {
  agent: 'agent',
  project: 'project',
  // A label's color and description are part of the project record.
  label: 'project',
  workflow: 'workflow',
  milestone: 'milestone',
  epic: 'item',
  story: 'item',
  task: 'item',
  note: 'note',
  spec: 'spec',
  decision: 'decision',
  memory: 'memory',
  skill: 'skill',
  feature: 'feature',
  view: 'view',
}

/** Events that change many things without naming them, or that affect things which get no event of their own. */
const sweeping: ReadonlySet<string> = new Set([
  'task.ranks_renewed',
  'memory.cleared',
  'memory.clearing_undone',
  'sync.imported',
  'epic.deleted',
  'epic.restored',
  'story.deleted',
  'story.restored',
  'project.deleted',
  // What belonged to it now has no milestone.
  'milestone.deleted',
])

export const isSweeping = ({ type, data }: EventRow): boolean =>
  sweeping.has(type) || (type === 'project.updated' && !!(data as { changed?: string[] }).changed?.includes('deleted_at'))

export function changedSubjects(event: EventRow): Subject[] {
  const [prefix = ''] = event.type.split('.')
  const data = event.data as Named
  const of = (kind: Kind, id: string | null | undefined): Subject[] => (id ? [{ kind, id }] : [])
  if (prefix === 'comment') return of('comment', data['comment']?.id)
  if (prefix === 'attachment') return of('attachment', data['attachment']?.id)
  const kind = byPrefix[prefix]
  return kind ? of(kind, event.subject_id) : []
}
