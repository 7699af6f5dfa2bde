import { usePeople } from '../../../data/people.ts'
import { Section } from '../../../ui/page.tsx'
import { Ago } from '../../../ui/time.tsx'
import type { Feature } from '../parts/words.ts'

/** What happened to it, newest first, as the log tells it. */
export function History({ feature }: { feature: Feature }) {
  const { actor } = usePeople()
  return (
    <Section title="History">
      <ol className="flex flex-col gap-8">
        {feature.history.map((one) => {
          const by = one.actor.agent_name ?? one.actor.user_name ?? actor(one.actor.user_id, one.actor.agent_id).name
          return (
            <li key={one.seq} className="flex items-baseline gap-8">
              <span className="min-w-0 flex-1 text-helper break-words">
                <span className="font-medium">{by}</span> <span className="text-muted">{one.summary}</span>
              </span>
              <Ago at={one.at} />
            </li>
          )
        })}
      </ol>
    </Section>
  )
}
