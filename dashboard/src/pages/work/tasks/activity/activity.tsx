import { useEffect, useState } from 'react'
import { useOrganization } from '../../../../data/organization.ts'
import { outbox } from '../../../../data/writes/outbox.ts'
import { useList } from '../../../../data/reads.ts'
import { useStore } from '../../../../data/store.ts'
import { Button } from '../../../../ui/button.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import type { Item } from '../../../../data/tasks/items.ts'
import { ActivityLine } from './activity-line.tsx'
import { PendingComment } from './comment-card.tsx'
import { entriesOf, type View } from './entries.ts'
import { useComments } from './questions.ts'
import { Thread } from './thread.tsx'

const options = [
  { value: 'all', title: 'All' },
  { value: 'people', title: 'People' },
  { value: 'agents', title: 'Agents' },
  { value: 'tools', title: 'Tool calls' },
] as const

const nothing: Record<View, string> = {
  all: 'No activity yet.',
  people: 'No activity by people yet.',
  agents: 'No activity by agents yet.',
  tools: 'No tool calls yet.',
}

interface ActivityProps {
  item: Item
  /** The comment to scroll to. */
  comment?: string | undefined
  /** The thread that stands above, on its own. */
  without?: string | undefined
}

/** Comments and activity of an item. */
export function Activity({ item, comment, without }: ActivityProps) {
  const organization = useOrganization()
  const [view, setView] = useState<View>('all')
  const comments = useComments(item)
  const lines = useList('listActivities', { subject: item.id, limit: 50 })
  const pending = useStore(outbox).filter(
    (one) => one.organization === organization && one.operation === 'createComment' && (one.input as { item: string }).item === item.key,
  )
  const entries = entriesOf(comments.items, lines.items, view).filter(({ id }) => id !== without)
  const pendingOf = (root: string) => pending.filter((one) => (one.input as { reply_to?: string }).reply_to === root)
  const found = comment !== undefined && comments.items.some(({ id }) => id === comment)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = comments
  useEffect(() => {
    // An old comment that a link points to can be on a later page.
    if (comment !== undefined && !found && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [comment, found, hasNextPage, isFetchingNextPage, fetchNextPage])
  useEffect(() => {
    if (found) document.getElementById(`comment-${comment}`)?.scrollIntoView({ block: 'center' })
  }, [found, comment])
  const earlier = comments.hasNextPage || lines.hasNextPage
  const showEarlier = () => {
    if (comments.hasNextPage) void comments.fetchNextPage()
    if (lines.hasNextPage) void lines.fetchNextPage()
  }
  return (
    <section aria-label="Activity" className="flex-1 pb-16">
      <div className="mb-8 flex flex-wrap items-center gap-12 border-b border-line pb-8">
        <h3 className="font-semibold">Activity</h3>
        <Segmented label="Whose activity" value={view} options={options} onChange={setView} />
      </div>
      {earlier && (
        <Button look="quiet" className="mb-4 -ml-8" onClick={showEarlier}>
          Show earlier
        </Button>
      )}
      {entries.length === 0 && pending.length === 0 && !lines.isPending && <p className="py-8 text-muted">{nothing[view]}</p>}
      <ol className="flex flex-col gap-4">
        {entries.map((entry) =>
          'thread' in entry ? (
            <Thread key={entry.id} item={item} thread={entry.thread} pending={pendingOf(entry.id)} meant={comment} />
          ) : (
            <ActivityLine key={entry.id} folded={entry.folded} />
          ),
        )}
        {pending
          .filter((one) => !(one.input as { reply_to?: string }).reply_to)
          .map((one) => (
            <PendingComment key={one.id} body={(one.input as { body: string }).body} refused={one.refused} />
          ))}
      </ol>
    </section>
  )
}
