import type { Output } from '@baton/client'
import { Archive, CircleCheck, CircleDashed, CircleDotDashed, type LucideIcon } from 'lucide-react'

export type Spec = Output<'listSpecs'>['items'][number]
type Status = Spec['status']

export const specStatuses: Record<Status, { word: string; icon: LucideIcon; colour: string }> = {
  draft: { word: 'Draft', icon: CircleDashed, colour: 'text-faint' },
  review: { word: 'In review', icon: CircleDotDashed, colour: 'text-accent' },
  approved: { word: 'Approved', icon: CircleCheck, colour: 'text-muted' },
  obsolete: { word: 'Obsolete', icon: Archive, colour: 'text-faint' },
}

export function SpecStatus({ status }: { status: Status }) {
  const { word, icon: Icon, colour } = specStatuses[status]
  return (
    <span className="inline-flex items-center gap-6 whitespace-nowrap">
      <Icon className={`size-16 shrink-0 ${colour}`} aria-hidden />
      {word}
    </span>
  )
}
