import { X } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { chipsOf, useMilestones } from './filter-choices.tsx'
import { useModified } from './saved-view.ts'
import { useWork } from './work.ts'
import { lazily } from '../../../ui/lazily.tsx'

const SaveView = lazily('over', () => import('./save-view.tsx').then((module) => ({ default: module.SaveView })))

const chipPart = 'touch inline-flex h-24 min-w-0 items-center gap-6 border-line bg-raised text-helper enabled:hover:bg-hover'

/** The active filters, each with a way to remove it, and the unsaved changes to the open view. */
export function FilterBar() {
  const work = useWork()
  const { search, change } = work
  const modified = useModified()
  const milestones = useMilestones(work.slug, search.filters.milestone !== undefined)
  const chips = chipsOf({ ...work, milestones })
  if (chips.length === 0 && !modified) return null
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-6 border-b border-line-soft px-16 py-6" role="group" aria-label="Filters">
      {chips.map(({ value, title, icon, flip, change: turned }) => (
        <span key={value} className="inline-flex max-w-full">
          <button
            type="button"
            disabled={!flip}
            aria-label={`Invert filter ${title}`}
            title={flip && 'Switch between is and is not'}
            className={`${chipPart} rounded-l-full border border-r-0 pl-8`}
            onClick={() => flip && change({ filters: flip(search.filters) })}
          >
            {icon}
            <span className="truncate">{title}</span>
          </button>
          <button
            type="button"
            aria-label={`Remove filter ${title}`}
            className={`${chipPart} rounded-r-full border border-l-0 px-8`}
            onClick={() => change({ filters: turned(search.filters) })}
          >
            <X className="size-12 text-muted" aria-hidden />
          </button>
        </span>
      ))}
      {chips.length > 0 && (
        <Button look="quiet" onClick={() => change({ filters: {}, view: undefined })}>
          Clear
        </Button>
      )}
      <span className="ml-auto">
        <SaveView />
      </span>
    </div>
  )
}
