import { act } from '../../../data/writes/act.ts'
import { usePermissions } from '../../../data/permissions.ts'
import { useOrganization } from '../../../data/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { plural } from '../../../ui/format.ts'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { Card } from '../../../ui/row.tsx'
import { Ago } from '../../../ui/time.tsx'
import type { MemoryReview } from '../entries.ts'

const words = { contradiction: 'These may contradict each other', duplicate: 'These may be duplicates' }
const settled = { keep_both: 'Kept both', keep_newer: 'Kept the newer one', keep_older: 'Kept the older one' }

/** One pair at a time; nothing is merged without a person's decision. */
export function MemoryPane({ reviews }: { reviews: readonly MemoryReview[] }) {
  const organization = useOrganization()
  const { writes } = usePermissions()
  const [review] = reviews
  if (!review) return null
  const settle = (resolution: keyof typeof settled) =>
    void act({
      organization,
      operation: 'resolveMemoryReview',
      input: { review: review.id, resolution },
      label: 'Resolve memory review',
      done: settled[resolution],
      then: ['listMemoryReviews'],
    })
  return (
    <div className="flex flex-col gap-12 pb-16">
      <div>
        <h2 className="text-title font-semibold">{words[review.kind]}</h2>
        <p className="text-muted">
          {plural(reviews.length, 'pair')} to review
          {review.similarity !== null && ` · ${Math.round(review.similarity * 100)}% similar`}
        </p>
      </div>
      <div className="grid gap-12 rail:grid-cols-2">
        <Side title="Newer" side={review.newer} />
        <Side title="Older" side={review.older} />
      </div>
      {writes && (
        <div className="flex flex-wrap gap-6">
          <Button look="primary" onClick={() => settle('keep_newer')}>
            Keep the newer
          </Button>
          <Button onClick={() => settle('keep_older')}>Keep the older</Button>
          <Button look="quiet" onClick={() => settle('keep_both')}>
            Keep both
          </Button>
        </div>
      )}
    </div>
  )
}

function Side({ title, side }: { title: string; side: MemoryReview['newer'] }) {
  return (
    <Card className="flex flex-col gap-8 p-12">
      <header className="flex items-center gap-8">
        <h3 className="font-medium">{title}</h3>
        <Chip>{side.trust}</Chip>
        <span className="ml-auto">
          <Ago at={side.created_at} />
        </span>
      </header>
      <Markdown text={side.content} />
    </Card>
  )
}
