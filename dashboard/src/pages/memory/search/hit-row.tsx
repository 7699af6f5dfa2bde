import type { Output } from '@baton/client'
import { Link } from '@tanstack/react-router'
import { MessageSquare, Target, Text, Waypoints } from 'lucide-react'
import { useOrganization } from '../../../data/organization.ts'
import { addressOf } from '../../../ui/address-of.ts'
import { Grade } from '../../../ui/marks/grade.tsx'
import { Meter } from '../../../ui/meter.tsx'
import { plainMarked } from '../../../ui/markdown/plain-words.ts'
import { Ago } from '../../../ui/time.tsx'
import { MarkedText } from '../marked-text.tsx'
import { kinds } from './kinds.ts'

type Hit = Output<'search'>['items'][number]

/** The page of a hit; a memory opens in its list. */
export function placeOf(org: string, hit: Pick<Hit, 'kind' | 'id' | 'ref' | 'project'>): { to: string; search?: never } {
  if (hit.kind !== 'memory') return { to: addressOf(org, hit.kind === 'project' ? { ...hit, ref: hit.project?.slug ?? hit.ref } : hit) }
  return { to: hit.project ? `/${org}/p/${hit.project.slug}/memory` : `/${org}/memory`, search: { memory: hit.ref ?? hit.id } as never }
}

/** A hit, with the matching words highlighted and the reasons for it. */
export function HitRow({ hit }: { hit: Hit }) {
  const org = useOrganization()
  const { icon: Icon, one } = kinds[hit.kind]
  const { exact, words, meaning } = hit.why
  return (
    <li className="relative flex gap-10 rounded-card px-10 py-10 hover:bg-hover has-focus-visible:bg-hover">
      <Icon className="mt-2 size-16 shrink-0 text-muted" role="img" aria-label={one} />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-8">
          {hit.ref && <span className="shrink-0 font-mono text-label text-muted">{hit.ref}</span>}
          <Link {...placeOf(org, hit)} data-result className="min-w-0 truncate rounded-code font-medium after:absolute after:inset-0">
            <MarkedText text={hit.title} marks={hit.title_marks} />
          </Link>
          <span className="ml-auto shrink-0 text-helper text-muted max-wide:hidden">{hit.project?.name}</span>
          <Ago at={hit.updated_at} />
        </p>
        {/* A memory's title is its own text. */}
        {hit.snippet.text && hit.kind !== 'memory' && (
          <p className="line-clamp-2 break-words text-muted">
            {hit.comment_id && <MessageSquare className="mr-4 inline size-12" role="img" aria-label="in a comment" />}
            <MarkedText {...plainMarked(hit.snippet.text, hit.snippet.marks)} />
          </p>
        )}
        <p className="mt-2 flex flex-wrap items-center gap-x-12 gap-y-2 text-label text-muted">
          <Grade confidence={hit.confidence} />
          {exact && (
            <span className="inline-flex items-center gap-4">
              <Target className="size-12" aria-hidden />
              its name
            </span>
          )}
          <span className="inline-flex items-center gap-4 font-mono">
            <Text className="size-12" aria-hidden />
            {words.length > 0 ? words.join(' · ') : 'no text match'}
          </span>
          {meaning !== null && (
            <span className="inline-flex items-center gap-4">
              <Waypoints className="size-12" aria-hidden />
              <span className="w-48">
                <Meter label="Similarity" share={meaning} />
              </span>
              <span className="font-mono">{meaning.toFixed(2)}</span>
            </span>
          )}
        </p>
      </div>
    </li>
  )
}
