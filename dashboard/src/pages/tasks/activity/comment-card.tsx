import { Check, CheckCheck, Clock, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { act } from '../../../data/writes/act.ts'
import { useMay } from '../../../data/may.ts'
import { useOrganization } from '../../../data/organization.ts'
import { readAgain } from '../../../data/reads.ts'
import { currentUser } from '../../../data/session.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { classes } from '../../../ui/classes.ts'
import { Editor } from '../../../ui/editor/editor.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Card } from '../../../ui/row.tsx'
import { Ago } from '../../../ui/time.tsx'
import type { Item } from '../item.ts'
import { useEverybody } from '../people.ts'
import { Moment } from './activity-line.tsx'
import { changeComment } from './change-comment.ts'
import type { Comment } from './entries.ts'

/** Words of a person, or of an agent, which are marked as such. */
export function CommentCard({ item, comment, meant }: { item: Item; comment: Comment; meant?: boolean }) {
  const organization = useOrganization()
  const people = useEverybody()
  const [draft, setDraft] = useState<string | null>(null)
  const { writes } = useMay()
  const mine = writes && comment.author_id === currentUser()?.id && comment.author_agent_id === null
  const name = comment.author_agent?.name ?? comment.author?.name ?? 'Somebody who left'
  const one = { item: item.key, comment: comment.id }
  const again = () => readAgain(organization, new Set(['listComments']))
  const remove = async () => {
    changeComment(organization, comment.id, null)
    const restore = { organization, operation: 'restoreComment' as const, input: one, label: 'Bring the comment back' }
    const answer = await act({
      organization,
      operation: 'deleteComment',
      input: one,
      label: 'Delete the comment',
      done: 'Comment deleted',
      undo: () => restore,
    })
    if (!answer) again()
  }
  const save = async () => {
    const body = draft?.trim() ?? ''
    setDraft(null)
    if (!body || body === comment.body) return
    changeComment(organization, comment.id, { body })
    const before = { organization, operation: 'updateComment' as const, input: { ...one, body: comment.body }, label: 'Take the edit back' }
    const answer = await act({
      organization,
      operation: 'updateComment',
      input: { ...one, body },
      label: 'Edit the comment',
      done: 'Comment changed',
      undo: () => before,
    })
    if (!answer) {
      again()
      setDraft(body)
    }
  }
  return (
    <li className="flex gap-10 py-4" id={`comment-${comment.id}`}>
      <span className="flex w-24 shrink-0 justify-center pt-8">
        <Avatar name={name} kind={comment.author_agent_id ? 'agent' : 'person'} size="large" decorative />
      </span>
      <Card className={classes('min-w-0 flex-1 px-12 py-8', meant && 'ring-1 ring-accent')}>
        <header className="mb-4 flex min-h-24 items-center gap-8">
          <span className="truncate font-medium">{name}</span>
          {comment.author_agent_id && <Chip>agent of {comment.author?.name ?? 'somebody who left'}</Chip>}
          <span className="ml-auto flex items-center gap-4">
            {comment.edited_at && <span className="text-helper text-muted">edited</span>}
            <Moment at={comment.created_at} />
            {mine && draft === null && (
              <Menu
                trigger={
                  <Button look="quiet" square aria-label="More for this comment">
                    <Ellipsis />
                  </Button>
                }
                items={[
                  { title: 'Edit', icon: Pencil, run: () => setDraft(comment.body) },
                  { title: 'Delete', icon: Trash2, danger: true, run: () => void remove() },
                ]}
              />
            )}
          </span>
        </header>
        {draft === null ? (
          <Markdown text={comment.body} names={people.map(({ handle }) => handle)} />
        ) : (
          <div className="flex flex-col gap-8">
            <Editor
              label="Comment"
              text={draft}
              people={people}
              onText={setDraft}
              onSubmit={() => void save()}
              onCancel={() => setDraft(null)}
            />
            <div className="flex justify-end gap-6">
              <Button look="quiet" onClick={() => setDraft(null)}>
                Cancel
              </Button>
              <Button look="primary" disabled={!draft.trim()} onClick={() => void save()}>
                Save comment
              </Button>
            </div>
          </div>
        )}
        {comment.deliveries.length > 0 && (
          <ul className="mt-4 flex flex-wrap gap-x-12 text-helper text-muted">
            {comment.deliveries.map((delivery) => (
              <Delivery key={delivery.agent.id} delivery={delivery} />
            ))}
          </ul>
        )}
      </Card>
    </li>
  )
}

/** How far a comment has come to an agent it is for. */
function Delivery({ delivery: { agent, delivered_at, read_at } }: { delivery: Comment['deliveries'][number] }) {
  const Icon = read_at ? CheckCheck : delivered_at ? Check : Clock
  const at = read_at ?? delivered_at
  return (
    <li className="inline-flex items-center gap-4">
      <Icon className={classes('size-12 shrink-0', read_at && 'text-accent')} aria-hidden />
      {read_at ? `Read by ${agent.name}` : delivered_at ? `Delivered to ${agent.name}` : `Goes to ${agent.name} with its next call`}
      {at && <Ago at={at} />}
    </li>
  )
}

/** A comment that the server does not have yet. */
export function PendingComment({ body, refused }: { body: string; refused: string | undefined }) {
  const name = currentUser()?.name ?? 'You'
  return (
    <li className="flex gap-10 py-4">
      <span className="flex w-24 shrink-0 justify-center pt-8">
        <Avatar name={name} kind="person" size="large" decorative />
      </span>
      <Card className="min-w-0 flex-1 border-dashed px-12 py-8">
        <header className="mb-4 flex items-center gap-8">
          <span className="font-medium">{name}</span>
          <span className="ml-auto text-helper text-muted">{refused ?? 'Sending…'}</span>
        </header>
        <Markdown text={body} />
      </Card>
    </li>
  )
}
