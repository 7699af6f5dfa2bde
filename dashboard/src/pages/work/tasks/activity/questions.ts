import { useEffect } from 'react'
import { useList } from '../../../../data/reads.ts'
import type { Comment } from '../../../../data/tasks/comments.ts'
import type { Item } from '../../../../data/tasks/items.ts'
import { threadsOf, type Thread } from './entries.ts'

/** The comments of an item, newest page first. */
export const useComments = (item: Pick<Item, 'key'>) => useList('listComments', { item: item.key, limit: 50 })

/** The thread of a comment that is a question, wherever in the history it stands; undefined for any other comment. */
export function useQuestion(item: Item, comment: string | undefined): Thread | undefined {
  const { items, hasNextPage, isFetchingNextPage, fetchNextPage } = useComments(item)
  const meant = comment === undefined ? undefined : items.find(({ id }) => id === comment)
  const isMissing = comment !== undefined && meant === undefined
  useEffect(() => {
    // An old comment that a link points to can be on a later page.
    if (isMissing && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [isMissing, hasNextPage, isFetchingNextPage, fetchNextPage])
  if (!meant?.question) return undefined
  return threadsOf(items).find(({ root, replies }) => root.id === meant.id || replies.some(({ id }) => id === meant.id))
}

export const isOpenQuestion = ({ question }: Comment): boolean => question?.state === 'open'

/** Who asked, if all of them did: "of Rune". */
export function askedBy(open: readonly Comment[], total: number): string {
  const names = new Set(open.map(({ author_agent, author }) => author_agent?.name ?? author?.name))
  const [name] = names
  return name !== undefined && names.size === 1 && open.length === total ? ` of ${name}` : ''
}
