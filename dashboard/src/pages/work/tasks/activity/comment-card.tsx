import { Check, CheckCheck, Clock, Ellipsis, Link as LinkIcon, Pencil, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { usePermissions } from '../../../../data/permissions.ts'
import { useOrganization } from '../../../../data/organization.ts'
import { currentUser } from '../../../../data/session.ts'
import { Avatar } from '../../../../ui/marks/avatar.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Chip } from '../../../../ui/chip.tsx'
import { classes } from '../../../../ui/classes.ts'
import { Editor } from '../../../../ui/editor/editor.tsx'
import { Markdown } from '../../../../ui/markdown/markdown.tsx'
import { Menu } from '../../../../ui/menu.tsx'
import { Card } from '../../../../ui/row.tsx'
import { time } from '../../../../ui/format.ts'
import { Ago, useNow } from '../../../../ui/time.tsx'
import { toast } from '../../../../data/toast.ts'
import { answerQuestion, editComment, removeComment, type Comment } from '../../../../data/tasks/comments.ts'
import type { Item } from '../../../../data/tasks/items.ts'
import { useEverybody } from '../people.ts'
import { Moment } from './activity-line.tsx'

interface CardProps {
  item: Item
  comment: Comment
  /** The comment that a link points to. */
  meant?: boolean
  /** Shown below the comment that it answers. */
  inThread?: boolean
  children?: ReactNode
}

/** A comment by a person, or by an agent, which is marked as such. */
export function CommentCard({ item, comment, meant, inThread, children }: CardProps) {
  const organization = useOrganization()
  const people = useEverybody()
  const [draft, setDraft] = useState<{ from: Comment; text: string } | null>(null)
  const { writes } = usePermissions()
  const mine = writes && comment.author_id === currentUser()?.id && comment.author_agent_id === null && comment.source_author === null
  const name = comment.source_author ?? comment.author_agent?.name ?? comment.author?.name ?? 'Former member'
  const where = { organization, item: item.key }
  const save = () => {
    const body = draft?.text.trim()
    setDraft(null)
    if (body) void editComment(where, draft?.from ?? comment, body)
  }
  return (
    <li className="flex gap-10 py-4" id={`comment-${comment.id}`}>
      <span className="flex w-24 shrink-0 justify-center pt-8">
        <Avatar name={name} kind={comment.author_agent_id ? 'agent' : 'person'} size="large" decorative />
      </span>
      <Shell inThread={inThread} meant={meant}>
        <header className="mb-4 flex min-h-24 items-center gap-8">
          <span className="truncate font-medium">{name}</span>
          {comment.source_author && <Source url={comment.source_url} />}
          {comment.author_agent_id && <Chip>agent of {comment.author?.name ?? 'a former member'}</Chip>}
          <span className="ml-auto flex items-center gap-4">
            {comment.edited_at && <span className="text-helper text-muted">edited</span>}
            <Moment at={comment.created_at} />
            {draft === null && (
              <Menu
                trigger={
                  <Button look="quiet" square aria-label="Comment actions">
                    <Ellipsis />
                  </Button>
                }
                items={[
                  { title: 'Copy link', icon: LinkIcon, run: () => void copyLink(organization, item.key, comment.id) },
                  ...(mine
                    ? [
                        { title: 'Edit', icon: Pencil, run: () => setDraft({ from: comment, text: comment.body }) },
                        { title: 'Delete', icon: Trash2, danger: true, run: () => void removeComment(where, comment) },
                      ]
                    : []),
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
              text={draft.text}
              people={people}
              onText={(text) => setDraft((before) => before && { ...before, text })}
              onSubmit={save}
              onCancel={() => setDraft(null)}
            />
            <div className="flex justify-end gap-6">
              <Button look="quiet" onClick={() => setDraft(null)}>
                Cancel
              </Button>
              <Button look="primary" disabled={!draft.text.trim()} onClick={save}>
                Save comment
              </Button>
            </div>
          </div>
        )}
        {comment.question && <Question question={comment.question} answer={(choice) => void answerQuestion(where, comment, choice)} />}
        {comment.deliveries.length > 0 && (
          <ul className="mt-4 flex flex-wrap gap-x-12 text-helper text-muted">
            {comment.deliveries.map((delivery) => (
              <Delivery key={delivery.agent.id} delivery={delivery} />
            ))}
          </ul>
        )}
        {children}
      </Shell>
    </li>
  )
}

/** A card of its own, or part of the thread's card. */
const Shell = ({ inThread, meant, children }: { inThread: boolean | undefined; meant: boolean | undefined; children: ReactNode }) => {
  const look = classes('min-w-0 flex-1', meant && 'ring-1 ring-accent', inThread ? 'rounded-card px-4 py-4' : 'px-12 py-8')
  return inThread ? (
    <div className={look} {...(meant && { 'aria-current': true })}>
      {children}
    </div>
  ) : (
    <Card className={look}>{children}</Card>
  )
}

async function copyLink(organization: string, key: string, comment: string): Promise<void> {
  await navigator.clipboard.writeText(`${location.origin}/${organization}/t/${key}?comment=${comment}`)
  toast.success('Link copied')
}

/** One tap decides, and only once: whoever comes second sees what was picked. */
function Question({ question, answer }: { question: NonNullable<Comment['question']>; answer(choice: string): void }) {
  const { writes } = usePermissions()
  const { state, choices, answer: picked, answered_by, answered_at, answer_by } = question
  if (picked !== null)
    return (
      <p className="mt-8 flex flex-wrap items-center gap-6 text-helper text-muted">
        <Chip>{picked}</Chip>
        {answered_by?.name ?? 'Former member'} answered
        {answered_at && (
          <>
            {' '}
            <Ago at={answered_at} said />
          </>
        )}
      </p>
    )
  if (state === 'withdrawn') return <p className="mt-8 text-helper text-muted">Withdrawn before it was answered.</p>
  const isOver = state === 'expired' || (answer_by !== null && Date.parse(answer_by) <= Date.now())
  if (isOver) return <p className="mt-8 text-helper text-muted">Expired without an answer.</p>
  return (
    <div role="group" aria-label="Answers" className="mt-8 flex flex-wrap gap-6">
      {choices.map((choice) => (
        <Button key={choice} className="touch" disabled={!writes} onClick={() => answer(choice)}>
          {choice}
        </Button>
      ))}
    </div>
  )
}

/** Written elsewhere, by someone who may not have an account here. */
function Source({ url }: { url: string | null }) {
  return (
    <Chip>
      {url ? (
        <a href={url} target="_blank" rel="noreferrer" className="hover:underline">
          from GitHub
        </a>
      ) : (
        'from GitHub'
      )}
    </Chip>
  )
}

/** Delivery status of a comment for one of its agents. */
function Delivery({ delivery }: { delivery: Comment['deliveries'][number] }) {
  const { agent, delivered_at, read_at } = delivery
  const now = useNow(10_000)
  const Icon = read_at ? CheckCheck : delivered_at ? Check : Clock
  const at = read_at ?? delivered_at
  return (
    <li className="inline-flex items-center gap-4">
      <Icon className={classes('size-12 shrink-0', read_at && 'text-accent')} aria-hidden />
      {read_at ? `Read by ${agent.name}` : delivered_at ? `Reached ${agent.name}` : waitsFor(delivery, now)}
      {at && <Ago at={at} />}
    </li>
  )
}

/** Its own window takes it with its next call; after a while, whichever calls. Who has not called since has not been told. */
function waitsFor({ agent: { name }, anyone_from, last_call_at }: Comment['deliveries'][number], now: number): string {
  if (now < Date.parse(anyone_from)) return `Goes with ${name}’s next call`
  if (last_call_at === null) return `Not delivered: ${name} has not called yet. It gets this when it does.`
  return `Not delivered: ${name} has been silent since ${time(last_call_at)}. It gets this when it comes back.`
}

/** A comment that the server does not have yet. */
export function PendingComment({ body, refused, inThread }: { body: string; refused: string | undefined; inThread?: boolean }) {
  const name = currentUser()?.name ?? 'You'
  return (
    <li className="flex gap-10 py-4">
      <span className="flex w-24 shrink-0 justify-center pt-8">
        <Avatar name={name} kind="person" size="large" decorative />
      </span>
      <Card className={classes('min-w-0 flex-1 border-dashed', inThread ? 'px-4 py-4' : 'px-12 py-8')}>
        <header className="mb-4 flex items-center gap-8">
          <span className="font-medium">{name}</span>
          <span className="ml-auto text-helper text-muted">{refused ?? 'Sending…'}</span>
        </header>
        <Markdown text={body} />
      </Card>
    </li>
  )
}
