import { ShieldCheck, TriangleAlert } from 'lucide-react'
import type { AiMessage } from '../../data/ask.ts'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { Rows } from '../../ui/row.tsx'

export type Cited = AiMessage['citations'][number]

interface AnswerProps {
  answer: AiMessage
  chosen: Cited | null
  onChoose(cited: Cited): void
}

const short = (commit: string | null): string => commit?.slice(0, 7) ?? ''

/** An answer with its sources; if no model wrote one, only the sources. */
export function Answer({ answer, chosen, onChoose }: AnswerProps) {
  const places: Cited[] =
    answer.citations.length > 0
      ? answer.citations
      : answer.status === 'writing' || answer.text
        ? []
        : answer.passages.map(({ text: _, ...place }) => ({ ...place, quote: null }))
  const commit = short(places.find((place) => place.commit)?.commit ?? null)
  return (
    <article className="flex min-w-0 flex-col gap-12" aria-label="Answer">
      {answer.text ? (
        <Markdown text={answer.text} />
      ) : (
        answer.status === 'writing' && (
          <p role="status" className="flex items-center gap-8 text-muted">
            <span className="size-8 animate-waiting rounded-full bg-accent" aria-hidden /> Reading {answer.passages.length} passages …
          </p>
        )
      )}
      {answer.note && (
        <p role="status" className="rounded-control bg-warn-soft px-10 py-6 text-helper text-warn">
          {answer.note}
        </p>
      )}
      {places.length > 0 && (
        <Rows>
          {places.map((place) => (
            <li key={`${place.number} ${place.quote}`}>
              <button
                type="button"
                aria-pressed={chosen?.number === place.number && chosen.quote === place.quote}
                onClick={() => onChoose(place)}
                className="touch flex w-full min-w-0 items-center gap-10 px-12 py-8 text-left hover:bg-hover aria-pressed:bg-accent-soft"
              >
                <span className="min-w-24 rounded-code bg-sunken px-4 text-center text-helper font-medium">{place.number}</span>
                <span className={`min-w-0 flex-1 truncate ${place.path ? 'font-mono text-helper' : ''}`}>{nameOf(place)}</span>
                <span className="shrink-0 font-mono text-label text-muted">
                  {place.path ? `${place.start_line}–${place.end_line}` : place.kind}
                </span>
              </button>
            </li>
          ))}
        </Rows>
      )}
      {answer.citations.length > 0 && (
        <p className="flex items-center gap-6 text-helper text-muted">
          <ShieldCheck className="size-16" aria-hidden />
          {answer.citations.length === 1 ? '1 citation checked' : `${answer.citations.length} citations checked`}
          {commit && (
            <>
              {' '}
              at <code className="rounded-code bg-sunken px-4 font-mono">{commit}</code>
            </>
          )}
        </p>
      )}
      {answer.dropped.length > 0 && (
        <p className="flex items-center gap-6 text-helper text-warn">
          <TriangleAlert className="size-16" aria-hidden />
          {answer.dropped.length === 1 ? '1 citation was removed' : `${answer.dropped.length} citations were removed`} because the sources
          don’t exist.
        </p>
      )}
    </article>
  )
}

export const nameOf = ({ path, ref, title, kind }: Cited): string => path ?? ([ref, title].filter(Boolean).join(' ') || kind)
