import { Meter } from '../../../ui/meter.tsx'
import { Section } from '../../../ui/page.tsx'
import { trusts } from './memory-row.tsx'
import type { Hit } from './memory-search-state.ts'

/** Why this memory was found, each reason relative to its maximum. */
export function HitReasons({ hit, place }: { hit: Hit; place: number | null }) {
  const { text, nearby, meaning, pinned } = hit.why
  const asked = new Set([...text, ...nearby]).size
  const reasons = [
    { title: 'Text', share: asked === 0 ? 0 : text.length / asked, word: text.length > 0 ? text.join(' · ') : 'none' },
    { title: 'Meaning', share: meaning, word: meaning === null ? 'not compared' : meaning.toFixed(2) },
    { title: 'Pinned', share: pinned ? 1 : 0, word: pinned ? 'yes' : 'no' },
    { title: 'Trust', share: { person: 1, agent: 0.66, external: 0.33 }[hit.trust], word: trusts[hit.trust].word.toLowerCase() },
  ]
  return (
    <Section
      title={place === null ? 'Why this matched' : `Rank of result ${place}`}
      aside={<span className="font-mono text-label text-muted">{hit.score}</span>}
    >
      <dl className="flex flex-col gap-6 text-helper">
        {reasons.map(({ title, share, word }) => (
          <div key={title} className="flex items-center gap-10">
            <dt className="w-48 shrink-0 text-muted">{title}</dt>
            <dd className="flex min-w-0 flex-1 items-center gap-10">
              <Meter label={title} share={share} />
              <span className="w-sparkline shrink-0 truncate text-right text-muted">{word}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
