import { CircleDashed, Milestone, Workflow, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { PriorityIcon, StatusIcon, type TaskPriority, type TaskStatus } from '../../../ui/marks/task-marks.tsx'
import type { Column } from './columns.ts'
import { LabelDot } from './label-chip.tsx'
import type { GroupBy } from './search.ts'

/** The icon that identifies a group, beside its name. */
export function faceOf(group: GroupBy, { value, title, agent }: Column): ReactNode {
  if (group === 'status') return <StatusIcon status={value as TaskStatus} />
  if (group === 'priority') return <PriorityIcon priority={value as TaskPriority} />
  if (value === 'none') return <CircleDashed className="size-16 text-faint" aria-hidden />
  if (group === 'label') return <LabelDot label={value} />
  if (group === 'epic') return <Zap className="size-16 text-muted" aria-hidden />
  if (group === 'feature') return <Workflow className="size-16 text-muted" aria-hidden />
  if (group === 'milestone') return <Milestone className="size-16 text-muted" aria-hidden />
  return <Avatar name={title} kind={agent ? 'agent' : 'person'} size="small" decorative />
}
