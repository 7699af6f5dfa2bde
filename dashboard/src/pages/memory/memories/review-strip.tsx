import type { Output } from '@baton/client'
import { GitCompareArrows } from 'lucide-react'
import { useState } from 'react'
import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { useList } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { plural } from '../../../ui/format.ts'
import { Card } from '../../../ui/row.tsx'
import { Ago } from '../../../ui/time.tsx'

type Review = Output<'listMemoryReviews'>['items'][number]
type Resolution = NonNullable<Review['resolution']>

/** Possible duplicates and contradictions, one pair at a time. Nothing is merged without a person's decision. */
export function ReviewStrip({ project }: { project?: string }) {
  const organization = useOrganization()
  const { writes } = usePeople()
  const list = useList('listMemoryReviews', { ...(project && { project }), limit: 50 })
  const [at, setAt] = useState(0)
  const [open, setOpen] = useState(true)
  const reviews = list.items
  const review = reviews[at % Math.max(1, reviews.length)]
  if (!review) return null
  const opposite = reviews.filter(({ kind }) => kind === 'contradiction').length
  const same = reviews.length - opposite
  const resolve = (resolution: Resolution) =>
    void act({
      organization,
      operation: 'resolveMemoryReview',
      input: { review: review.id, resolution, version: review.version },
      label: 'Resolve review',
      done: { keep_both: 'Kept both', keep_newer: 'Kept the newer one', keep_older: 'Kept the older one' }[resolution],
      then: ['listMemoryReviews', 'listMemories', 'searchMemory'],
    })
  return (
    <Card className="mx-16 mb-12 overflow-hidden">
      <div className="flex flex-wrap items-center gap-10 px-12 py-8">
        <span className="flex size-24 shrink-0 items-center justify-center rounded-control bg-bad-soft text-bad" aria-hidden>
          <GitCompareArrows className="size-16" />
        </span>
        <h2 className="min-w-0 flex-1 text-body font-normal text-muted">
          {opposite > 0 && <strong className="font-medium text-fg">{plural(opposite, 'possible contradiction')}</strong>}
          {opposite > 0 && same > 0 && ' and '}
          {same > 0 && plural(same, 'possible duplicate')} to review
        </h2>
        {reviews.length > 1 && open && (
          <Button look="quiet" onClick={() => setAt(at + 1)}>
            Next pair
          </Button>
        )}
        <Button look={open ? 'quiet' : 'primary'} onClick={() => setOpen(!open)} aria-expanded={open}>
          {open ? 'Later' : `Review ${reviews.length}`}
        </Button>
      </div>
      {open && (
        <div className="border-t border-line-soft px-12 py-10">
          <div className="grid items-start gap-10 wide:grid-cols-2">
            <Side title="Newer" side={review.newer} />
            <Side title="Older" side={review.older} />
          </div>
          <div className="mt-10 flex flex-wrap items-center gap-6">
            <Chip tone={review.kind === 'contradiction' ? 'bad' : 'plain'}>
              {review.kind === 'contradiction' ? 'conflict' : 'duplicate?'}
            </Chip>
            {review.similarity !== null && (
              <span className="font-mono text-label text-muted">{Math.round(review.similarity * 100)}% similar</span>
            )}
            {writes && (
              <span className="ml-auto flex flex-wrap gap-6">
                <Button look="quiet" onClick={() => resolve('keep_both')}>
                  Keep both
                </Button>
                <Button onClick={() => resolve('keep_older')}>Keep older</Button>
                <Button look="primary" onClick={() => resolve('keep_newer')}>
                  Keep newer
                </Button>
              </span>
            )}
          </div>
        </div>
      )}
    </Card>
  )
}

const Side = ({ title, side }: { title: string; side: Review['newer'] }) => (
  <div className="min-w-0 rounded-control bg-sunken p-10">
    <p className="flex items-center gap-8 text-label text-muted">
      {title}
      <span className="font-mono">{side.ref}</span>
      <span>from {side.trust === 'external' ? 'outside' : `${side.trust === 'agent' ? 'an' : 'a'} ${side.trust}`}</span>
      <Ago at={side.created_at} />
    </p>
    <p className="mt-2 line-clamp-4 break-words">{side.content}</p>
  </div>
)
