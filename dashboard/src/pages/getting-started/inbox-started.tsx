import { useRead } from '../../data/reads.ts'
import { Checklist, HideChecklist } from './checklist.tsx'
import { SampleCard } from './sample-card.tsx'

/** What to do while nothing needs anyone yet. Gone once it is done or hidden. */
export function InboxStarted() {
  const { data } = useRead('getGettingStarted', {})
  if (!data || data.hidden || data.done === data.of) return null
  return (
    <section aria-labelledby="getting-started" className="flex flex-col gap-12 px-16 pb-24">
      <div className="flex items-center gap-8">
        <h2 id="getting-started" className="flex-1 font-medium">
          Getting started
        </h2>
        <span className="text-helper text-muted">
          {data.done} of {data.of} done
        </span>
        <HideChecklist started={data} />
      </div>
      <Checklist started={data} />
      <SampleCard started={data} />
    </section>
  )
}
