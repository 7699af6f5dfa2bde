import type { Output } from '@baton/client'
import { Link } from '@tanstack/react-router'
import { Flag } from 'lucide-react'
import type { CSSProperties } from 'react'
import { date } from '../../../ui/format.ts'
import { daysBetween } from '../frame/days.ts'
import { useWork } from '../frame/work.ts'
import type { Scale } from './scale.ts'

type Milestone = Output<'listMilestones'>['items'][number]

/** The middle of a day as a fraction of the scale; null if it is out of view. */
export function shareOf(scale: Scale, day: string): number | null {
  const at = daysBetween(scale.from, day)
  return at >= 0 && at < scale.days ? (at + 0.5) / scale.days : null
}

/** The target days of milestones: their names above the lines, and a vertical line through all of them. */
export function MilestoneMarks({
  milestones,
  scale,
  place,
}: {
  milestones: readonly Milestone[]
  scale: Scale
  place: 'header' | 'lines'
}) {
  const { org, slug } = useWork()
  const marks = milestones.flatMap((one) => {
    const share = one.target_on === null ? null : shareOf(scale, one.target_on)
    return share === null ? [] : [{ ...one, share }]
  })
  if (marks.length === 0) return null
  if (place === 'lines')
    return marks.map(({ id, share }) => (
      <span
        key={id}
        className="absolute inset-y-0 left-share border-l border-dashed border-ring"
        style={{ '--share': share } as CSSProperties}
        aria-hidden
      />
    ))
  return (
    <div className="flex h-row shrink-0 border-b border-line-soft text-label">
      <span className="w-rail shrink-0 px-16 py-6 text-muted max-wide:hidden">Milestones</span>
      <ul className="relative flex-1 overflow-hidden max-wide:mx-16">
        {marks.map(({ id, name, target_on, share, tasks }) => (
          <li key={id} className="absolute top-2 left-share max-w-rail" style={{ '--share': share } as CSSProperties}>
            <Link
              to={`/${org}/p/${slug}/milestones`}
              title={`${name}: ${date(target_on ?? '')}, ${tasks.complete} of ${tasks.total} complete`}
              className="flex h-24 items-center gap-4 hover:underline"
            >
              <Flag className="size-12 shrink-0 text-accent" aria-hidden />
              <span className="truncate">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
