import { CheckCheck, ChevronDown, ChevronRight, CornerDownRight, RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useOrganization } from '../../../../data/organization.ts'
import { usePermissions } from '../../../../data/permissions.ts'
import { draftOf, keepDraft } from '../../../../data/drafts.ts'
import { addComment, resolveThread } from '../../../../data/tasks/comments.ts'
import type { Item } from '../../../../data/tasks/items.ts'
import type { Write } from '../../../../data/writes/outbox.ts'
import { Button } from '../../../../ui/button.tsx'
import { Editor } from '../../../../ui/editor/editor.tsx'
import { plural } from '../../../../ui/format.ts'
import { Ago } from '../../../../ui/time.tsx'
import { useEverybody } from '../people.ts'
import { CommentCard, PendingComment } from './comment-card.tsx'
import type { Thread as Words } from './entries.ts'

/** Up to this many replies are shown at once; a longer thread is folded until someone opens it. */
const shortThread = 5

interface ThreadProps {
  item: Item
  thread: Words
  /** Replies that the server does not have yet. */
  pending: readonly Write[]
  /** The comment that a link points to. */
  meant: string | undefined
}

/** A comment with its replies, and an input to reply. */
export function Thread({ item, thread: { root, replies }, pending, meant }: ThreadProps) {
  const organization = useOrganization()
  const { writes } = usePermissions()
  const isMeant = meant !== undefined && (root.id === meant || replies.some(({ id }) => id === meant))
  const resolved = root.resolved_at !== null
  const [open, setOpen] = useState(isMeant || (!resolved && replies.length <= shortThread))
  const draft = `reply ${organization} ${root.id}`
  const [answering, setAnswering] = useState(() => draftOf(draft) !== '')
  useEffect(() => {
    if (isMeant) setOpen(true)
  }, [isMeant])
  const where = { organization, item: item.key }
  const [Toggle, count] = [open ? ChevronDown : ChevronRight, replies.length + pending.length]
  return (
    <CommentCard item={item} comment={root} meant={root.id === meant}>
      {(count > 0 || writes) && (
        <div className="mt-8 flex flex-wrap items-center gap-x-8 border-t border-line-soft pt-4">
          {count > 0 && (
            <Button look="quiet" className="-ml-8" aria-expanded={open} onClick={() => setOpen(!open)}>
              <Toggle />
              {plural(count, 'reply', 'replies')}
            </Button>
          )}
          {writes && !answering && (
            <Button look="quiet" className={count > 0 ? undefined : '-ml-8'} onClick={() => (setAnswering(true), setOpen(true))}>
              <CornerDownRight />
              Reply
            </Button>
          )}
          {writes && count > 0 && (
            <Button look="quiet" className="ml-auto" onClick={() => void resolveThread(where, root, !resolved)}>
              {resolved ? <RotateCcw /> : <CheckCheck />}
              {resolved ? 'Reopen' : 'Resolve'}
            </Button>
          )}
        </div>
      )}
      {root.resolved_at && (
        <p className="text-helper text-muted">
          Resolved by {root.resolved_by?.name ?? 'a former member'} <Ago at={root.resolved_at} said />
        </p>
      )}
      {open && count > 0 && (
        <ol aria-label="Replies" className="mt-4 flex flex-col">
          {replies.map((reply) => (
            <CommentCard key={reply.id} item={item} comment={reply} meant={reply.id === meant} inThread />
          ))}
          {pending.map((one) => (
            <PendingComment key={one.id} body={(one.input as { body: string }).body} refused={one.refused} inThread />
          ))}
        </ol>
      )}
      {answering && <ReplyBox draft={draft} send={(body) => addComment(where, body, root.id)} close={() => setAnswering(false)} />}
    </CommentCard>
  )
}

function ReplyBox({ draft, send, close }: { draft: string; send(body: string): Promise<boolean>; close(): void }) {
  const people = useEverybody()
  const [text, setText] = useState(() => draftOf(draft))
  const change = (next: string) => {
    keepDraft(draft, next)
    setText(next)
  }
  const [sending, setSending] = useState(false)
  const submit = async () => {
    const body = text.trim()
    if (!body || sending) return
    setSending(true)
    // From here on it is in the outbox.
    keepDraft(draft, '')
    // A refused reply stays in the editor.
    if (await send(body)) close()
    else {
      keepDraft(draft, body)
      setSending(false)
    }
  }
  return (
    <div className="mt-8 flex flex-col gap-6">
      <Editor
        label="Reply"
        placeholder="Reply…"
        text={text}
        people={people}
        onText={change}
        onSubmit={() => void submit()}
        onCancel={() => !text.trim() && close()}
      />
      <div className="flex justify-end gap-6">
        <Button look="quiet" onClick={() => (keepDraft(draft, ''), close())}>
          Cancel
        </Button>
        <Button look="primary" disabled={!text.trim() || sending} onClick={() => void submit()}>
          Send reply
        </Button>
      </div>
    </div>
  )
}
