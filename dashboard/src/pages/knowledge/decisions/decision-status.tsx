import type { Output } from '@baton/client'
import { CircleCheck, CircleDotDashed, CircleSlash, History, type LucideIcon } from 'lucide-react'

export type Decision = Output<'listDecisions'>['items'][number]
export type DecisionDetails = Output<'getDecision'>
type Status = Decision['status']

export const decisionStatuses: Record<Status, { word: string; icon: LucideIcon; colour: string }> = {
  proposed: { word: 'Proposed', icon: CircleDotDashed, colour: 'text-accent' },
  accepted: { word: 'Accepted', icon: CircleCheck, colour: 'text-muted' },
  superseded: { word: 'Superseded', icon: History, colour: 'text-faint' },
  rejected: { word: 'Rejected', icon: CircleSlash, colour: 'text-faint' },
}

export function DecisionStatus({ status }: { status: Status }) {
  const { word, icon: Icon, colour } = decisionStatuses[status]
  return (
    <span className="inline-flex items-center gap-6 whitespace-nowrap">
      <Icon className={`size-16 shrink-0 ${colour}`} aria-hidden />
      {word}
    </span>
  )
}
