import { Pin, Text, Waypoints } from 'lucide-react'
import { Meter } from '../../../ui/meter.tsx'
import type { Step } from './steps.ts'

/** The memories that a search returned to the agent, with the reasons for each. */
export function RecalledRows({ recalled }: { recalled: Step['recalled'] }) {
  return (
    <details className="mt-6" open={recalled.length <= 3}>
      <summary className="touch cursor-pointer text-helper text-muted">
        {recalled.length === 1 ? 'Recalled memory' : `${recalled.length} recalled memories`}
      </summary>
      <ol className="mt-4 divide-y divide-line-soft rounded-card border border-line bg-raised">
        {recalled.map((memory, at) => (
          <li key={memory.id} className="flex flex-wrap items-center gap-x-10 gap-y-4 px-10 py-6 wide:flex-nowrap">
            <span className="flex size-16 shrink-0 items-center justify-center rounded-full bg-accent text-label font-medium text-on-accent">
              {at + 1}
            </span>
            <p className="min-w-0 flex-1 truncate" title={memory.content}>
              {memory.content}
            </p>
            <span className="flex shrink-0 items-center gap-8 font-mono text-label text-muted">
              {memory.pinned && <Pin className="size-12 fill-current text-fg" role="img" aria-label="pinned" />}
              {memory.text.length > 0 && (
                <span className="inline-flex items-center gap-4">
                  <Text className="size-12" aria-hidden />
                  {memory.text.slice(0, 3).join(' · ')}
                </span>
              )}
              {memory.meaning !== null && (
                <span className="inline-flex items-center gap-4">
                  <Waypoints className="size-12" aria-hidden />
                  <span className="w-48">
                    <Meter label="Similarity" share={memory.meaning} />
                  </span>
                  {memory.meaning.toFixed(2)}
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}
