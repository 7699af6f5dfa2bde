import type { InfiniteData } from '@tanstack/react-query'
import { queries } from '../../../data/reads.ts'
import type { Comment } from './entries.ts'

interface Page {
  items: Comment[]
}

/** Shows an edit, or with null a deletion, before the server has answered. */
export function changeComment(organization: string, id: string, fields: Partial<Comment> | null): void {
  queries.setQueriesData<InfiniteData<Page>>(
    { predicate: ({ queryKey: [org, name] }) => org === organization && name === 'listComments' },
    (before) =>
      before && {
        ...before,
        pages: before.pages.map((page) => ({
          ...page,
          items: page.items.flatMap((one) => (one.id !== id ? [one] : fields ? [{ ...one, ...fields }] : [])),
        })),
      },
  )
}
