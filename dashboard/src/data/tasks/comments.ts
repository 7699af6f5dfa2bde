import type { Output } from '@baton/client'
import type { InfiniteData } from '@tanstack/react-query'
import { queries, readAgain } from '../reads.ts'
import { act } from '../writes/act.ts'

type Page = Output<'listComments'>
export type Comment = Page['items'][number]

interface Where {
  organization: string
  /** The key of the item the comment is on. */
  item: string
}

/** Optimistically shows an edit, or a deletion if `fields` is null. */
function showComment(organization: string, id: string, fields: Partial<Comment> | null): void {
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

const readComments = (organization: string): void => readAgain(organization, new Set(['listComments']))

/** Resolves to false if the server refused it; the author then gets the text back. */
export const addComment = async ({ organization, item }: Where, body: string, replyTo?: string): Promise<boolean> => {
  const input = { item, body, ...(replyTo && { reply_to: replyTo }) }
  return (await act({ organization, operation: 'createComment', input, label: `Comment on ${item}` })) !== null
}

/** Resolves or reopens a thread; `root` is its first comment. */
export async function resolveThread({ organization, item }: Where, root: Comment, resolved: boolean): Promise<void> {
  showComment(organization, root.id, { resolved_at: resolved ? new Date().toISOString() : null, resolved_by: null })
  const change = (to: boolean) => ({
    organization,
    operation: 'resolveComment' as const,
    input: { item, comment: root.id, resolved: to },
    label: to ? 'Resolve thread' : 'Reopen thread',
  })
  const done = resolved ? 'Thread resolved' : 'Thread reopened'
  await act({ ...change(resolved), done, undo: () => change(!resolved) })
  readComments(organization)
}

/** Edits a comment, based on the version the user saw; undo is based on the version this edit produces. */
export async function editComment({ organization, item }: Where, comment: Comment, body: string): Promise<void> {
  if (body === comment.body) return
  showComment(organization, comment.id, { body })
  const edit = (before: Pick<Comment, 'body' | 'version'>, after: string) => ({
    organization,
    operation: 'updateComment' as const,
    input: { item, comment: comment.id, body: after, version: before.version },
    base: { body: before.body },
    label: `Edit comment on ${item}`,
  })
  const answer = await act({
    ...edit(comment, body),
    done: 'Comment edited',
    undo: ({ version }) => edit({ body, version }, comment.body),
  })
  if (!answer) readComments(organization)
}

export async function removeComment({ organization, item }: Where, { id }: Comment): Promise<void> {
  showComment(organization, id, null)
  const input = { item, comment: id }
  const answer = await act({
    organization,
    operation: 'deleteComment',
    input,
    label: `Delete comment on ${item}`,
    done: 'Comment deleted',
    undo: () => ({ organization, operation: 'restoreComment', input, label: 'Restore comment' }),
  })
  if (!answer) readComments(organization)
}

/** Picks one of a question's choices; the first answer counts. */
export async function answerQuestion({ organization, item }: Where, { id }: Comment, choice: string): Promise<void> {
  const input = { item, comment: id, choice }
  await act({ organization, operation: 'answerComment', input, label: `Answer question on ${item}`, done: `Answered: ${choice}` })
  readComments(organization)
}
