import '@baton/client/instance'
import { BatonError } from '@baton/client'
import { useParams } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { anonymous } from '../../data/session.ts'
import { Chip } from '../../ui/chip.tsx'
import { date } from '../../ui/format.ts'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { useAsked } from '../identity/use-asked.ts'
import { fromTop } from './from-top.ts'
import { PublicFrame } from './public-frame.tsx'

export function PublicNotePage() {
  const { publicSlug: slug = '' } = useParams({ strict: false }) as { publicSlug?: string }
  return <PublicNote key={slug} slug={slug} />
}

/** A published note as everybody reads it: what was published and nothing else. Nothing is kept, since it may be taken down. */
function PublicNote({ slug }: { slug: string }) {
  const { data, error } = useAsked(() => anonymous.getPublicNote({ slug }))
  const read = { data, error: (error as Error | undefined) ?? null, refetch: () => location.reload() }
  if (error instanceof BatonError && error.status === 404)
    return (
      <PublicFrame title="Not public">
        <h1 className="sr-only">Not public</h1>
        <EmptyState icon={SearchX} title="There is no such note">
          It may have been taken down, or its address is mistyped.
        </EmptyState>
      </PublicFrame>
    )
  return (
    <PublicFrame title={data?.title ?? 'A note'}>
      <Loaded read={read}>
        {({ title, content, tags, published_at, updated_at }) => (
          <article className="flex flex-col gap-20">
            <header className="flex flex-col gap-8">
              <h1 className="text-title font-semibold break-words">{title}</h1>
              <p className="flex flex-wrap items-center gap-x-12 gap-y-4 text-helper text-muted">
                <span>
                  Published <time dateTime={published_at}>{date(published_at)}</time>
                </span>
                {date(updated_at) !== date(published_at) && (
                  <span>
                    Changed <time dateTime={updated_at}>{date(updated_at)}</time>
                  </span>
                )}
                {tags.map((tag) => (
                  <Chip key={tag}>{tag}</Chip>
                ))}
              </p>
            </header>
            {content.trim() ? <Markdown text={fromTop(content)} /> : <p className="text-muted">Nothing is written yet.</p>}
          </article>
        )}
      </Loaded>
    </PublicFrame>
  )
}
