import { actorName, sayHere } from '../../../ui/feed/feed-words.tsx'
import { foldLines } from '../../../ui/feed/fold-lines.ts'
import { Section } from '../../../ui/page.tsx'
import { Ago } from '../../../ui/time.tsx'
import type { Feature } from '../parts/words.ts'

/** Events of the feature from the log, newest first. */
export function History({ feature }: { feature: Feature }) {
  return (
    <Section title="History">
      <ol className="flex flex-col gap-8">
        {foldLines(feature.history.toReversed())
          .toReversed()
          .map((folded) => (
            <li key={folded.line.seq} className="flex items-baseline gap-8">
              <span className="min-w-0 flex-1 text-helper break-words">
                <span className="font-medium">{actorName(folded.line)}</span> <span className="text-muted">{sayHere(folded)}</span>
              </span>
              <Ago at={folded.line.at} />
            </li>
          ))}
      </ol>
    </Section>
  )
}
