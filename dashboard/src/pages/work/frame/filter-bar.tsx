import { X } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Button } from '../../../ui/button.tsx'
import { chipsOf } from './filter-choices.tsx'
import { useWork } from './work.ts'

const SaveView = lazy(() => import('./save-view.tsx').then((module) => ({ default: module.SaveView })))

/** What the list is narrowed to, each with the way out of it. */
export function FilterBar() {
  const work = useWork()
  const { search, change } = work
  const chips = chipsOf(work)
  if (chips.length === 0) return null
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-6 border-b border-line-soft px-16 py-6" role="group" aria-label="Filters">
      {chips.map((chip) => (
        <button
          key={chip.value}
          type="button"
          aria-label={`Remove filter ${chip.title}`}
          className="touch inline-flex h-24 max-w-full items-center gap-6 rounded-full border border-line bg-raised px-8 text-helper hover:bg-hover"
          onClick={() => change({ filters: chip.change(search.filters) })}
        >
          {chip.icon}
          <span className="truncate">{chip.title}</span>
          <X className="size-12 text-muted" aria-hidden />
        </button>
      ))}
      <Button look="quiet" onClick={() => change({ filters: {} })}>
        Clear
      </Button>
      <span className="ml-auto">
        <Suspense>
          <SaveView />
        </Suspense>
      </span>
    </div>
  )
}
