import { useEffect, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { plural } from '../../../../ui/format.ts'
import type { Item } from '../../../../data/tasks/items.ts'
import type { Thread as Words } from './entries.ts'
import { askedBy, isOpenQuestion, useComments } from './questions.ts'
import { Thread } from './thread.tsx'

/** The question that a link points to, above everything else of its task. */
export function QuestionFirst({ item, thread }: { item: Item; thread: Words }) {
  return (
    <section aria-label="Question" className="mb-16 border-b border-line pb-12">
      <p className="mb-4 truncate text-helper text-muted">
        <span className="font-mono">{item.key}</span> {item.title}
      </p>
      <ol>
        <Thread item={item} thread={thread} pending={[]} meant={undefined} />
      </ol>
    </section>
  )
}

interface StillOpenProps {
  item: Item
  onShow(comment: string): void
}

/** Under the comment box: a comment leaves questions open, so it says which ones are. */
export function StillOpen({ item, onShow }: StillOpenProps) {
  const { items, hasNextPage, isFetchingNextPage, fetchNextPage } = useComments(item)
  const [seeking, setSeeking] = useState(false)
  const open = items.filter(isOpenQuestion)
  const oldest = open.at(-1)?.id
  useEffect(() => {
    if (!seeking) return
    if (oldest) {
      setSeeking(false)
      onShow(oldest)
    } else if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [seeking, oldest, onShow, hasNextPage, isFetchingNextPage, fetchNextPage])
  const total = Math.max(item.open_questions ?? 0, open.length)
  if (total === 0) return null
  const show = () => {
    // Pressed again, it scrolls there again.
    document.getElementById(`comment-${oldest}`)?.scrollIntoView({ block: 'center' })
    setSeeking(true)
  }
  return (
    <p className="flex flex-wrap items-center gap-4 px-4 pt-4 text-helper text-muted">
      {plural(total, 'question')}
      {askedBy(open, total)} {total === 1 ? 'is' : 'are'} still open.
      <Button look="quiet" onClick={show}>
        Show
      </Button>
    </p>
  )
}
