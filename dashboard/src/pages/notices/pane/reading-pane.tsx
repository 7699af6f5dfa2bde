import { Link } from '@tanstack/react-router'
import { Archive, ArchiveRestore, ArrowLeft, ArrowRight, Clock, Mail, MailOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { Within } from '../../../data/permissions.ts'
import { useOrganization } from '../../../data/organization.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row, Rows } from '../../../ui/row.tsx'
import { Picker } from '../../../ui/picker.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { Ago } from '../../../ui/time.tsx'
import { addressOf } from '../../../ui/address-of.ts'
import { laterTimes } from '../../features/parts/later.ts'
import { ItemBody } from '../../work/tasks/item-body.tsx'
import { useItem } from '../../../data/tasks/items.ts'
import type { Entry } from '../entries.ts'
import type { Box } from '../use-inbox.ts'
import { ActionPane } from './action-pane.tsx'
import { AgentPane } from './agent-pane.tsx'
import { ApprovalPane } from './approval-pane.tsx'
import { MemoryPane } from './memory-pane.tsx'
import { ReviewPane } from './review-pane.tsx'

interface PaneProps {
  entry: Entry
  box: Box
  snoozing: boolean
  onSnoozing(open: boolean): void
  onBack(): void
  onDone(): void
  onLater(until: Date | null, word: string): void
  onUnread(): void
  onVisit(): void
}

/** The item itself, and what can be done with it. */
export function ReadingPane({ entry, box, snoozing, onSnoozing, onBack, onDone, onLater, onUnread, onVisit }: PaneProps) {
  const organization = useOrganization()
  const times = laterTimes()
  const canLeave = Boolean(entry.notification) && !entry.approval
  return (
    <article aria-label={entry.title} className="flex h-full min-h-0 flex-col">
      <div className="flex min-h-header shrink-0 flex-wrap items-center gap-4 border-b border-line-soft px-16 py-4">
        <Button look="quiet" square aria-label="Back to inbox" onClick={onBack} className="-ml-8 wide:hidden">
          <ArrowLeft />
        </Button>
        <p className="flex min-w-0 flex-1 items-center gap-8 text-muted">
          {entry.who && <Avatar name={entry.who.name} kind={entry.who.kind} size="small" decorative />}
          <span className="truncate max-wide:hidden">{entry.title}</span>
          <span className="max-wide:hidden">
            <Ago at={entry.at} />
          </span>
        </p>
        {canLeave && (
          <Button look="quiet" onClick={onDone}>
            {box === 'archived' ? <ArchiveRestore /> : <Archive />}
            {box === 'archived' ? 'Restore' : 'Done'}
          </Button>
        )}
        {box === 'snoozed' ? (
          <Button look="quiet" onClick={() => onLater(null, '')}>
            <ArchiveRestore />
            Restore
          </Button>
        ) : (
          (entry.notification || entry.approval) && (
            <Picker
              label="Remind me"
              open={snoozing}
              onOpenChange={onSnoozing}
              choices={times.map(({ word }) => ({ value: word, title: word.charAt(0).toUpperCase() + word.slice(1) }))}
              chosen={[]}
              onPick={(word) => {
                const time = times.find((one) => one.word === word)
                if (time) onLater(time.until, time.word)
              }}
              trigger={
                <Button look="quiet">
                  <Clock />
                  Later
                </Button>
              }
            />
          )
        )}
        {entry.notification && (
          <Button look="quiet" square aria-label={entry.unread ? 'Mark as read' : 'Mark as unread'} onClick={onUnread}>
            {entry.unread ? <MailOpen /> : <Mail />}
          </Button>
        )}
        {!entry.reviews && (entry.notification?.subject || entry.approval || entry.action) && (
          <Button look="quiet" onClick={onVisit}>
            Open
            <ArrowRight />
          </Button>
        )}
      </div>
      <div className="scrollbar-quiet min-h-0 flex-1 overflow-y-auto" tabIndex={0} role="region" aria-label="About">
        <div className="mx-auto flex min-h-full w-full max-w-measure flex-col px-16 pt-16">
          <Content entry={entry} organization={organization} />
        </div>
      </div>
    </article>
  )
}

function Content({ entry, organization }: { entry: Entry; organization: string }) {
  const { notification, approval, action, reviews, elsewhere } = entry
  if (approval) return <ApprovalPane approval={approval} />
  if (action) return <ActionPane waiting={action} />
  if (reviews) return <MemoryPane reviews={reviews} />
  const subject = notification?.subject
  if (entry.told.length > 1 && notification?.kind === 'assignment') return <GivenPane entry={entry} />
  if (elsewhere) return <Plain entry={entry}>This is in {elsewhere.name}. Open it there to see it.</Plain>
  if (subject && ['task', 'story', 'epic'].includes(subject.kind))
    return <ItemPane name={subject.ref ?? subject.id} comment={commentOf(entry)} />
  if (subject && notification?.kind === 'agent_stuck') return <AgentPane agent={subject.id} name={notification.title} />
  if (subject && notification?.kind === 'review_requested') return <ReviewPane feature={subject.id} gate={notification.gate} />
  if (notification?.kind === 'gate_waiting') return <Plain entry={entry}>No longer needs you: it was decided or has moved on.</Plain>
  return <Plain entry={entry}>{subject ? `Open the ${subject.kind} to answer.` : `Only visible to you, in ${organization}.`}</Plain>
}

/** The comment that a mention is about, and who waits for an answer. */
const commentOf = ({ notification, who }: Entry) =>
  notification?.comment_id ? { id: notification.comment_id, by: who?.name ?? 'Someone' } : undefined

function ItemPane({ name, comment }: { name: string; comment: ReturnType<typeof commentOf> }) {
  const read = useItem(name)
  return (
    <Loaded read={read}>
      {(item) => (
        <Within value={item.project.slug}>
          <ItemBody key={item.id} item={item} place="pane" comment={comment} />
        </Within>
      )}
    </Loaded>
  )
}

/** Several items that one person or agent assigned at once. */
function GivenPane({ entry }: { entry: Entry }) {
  const organization = useOrganization()
  return (
    <>
      <h2 className="mb-12 text-title font-semibold">{entry.title}</h2>
      <Rows>
        {entry.told.map(({ id, subject, title }) => (
          <Row key={id}>
            <span className="shrink-0 font-mono text-helper text-muted">{subject?.ref}</span>
            {subject ? (
              <Link to={addressOf(entry.elsewhere?.handle ?? organization, subject)} className="min-w-0 truncate hover:underline">
                {title}
              </Link>
            ) : (
              title
            )}
          </Row>
        ))}
      </Rows>
    </>
  )
}

const Plain = ({ entry, children }: { entry: Entry; children: ReactNode }) => (
  <>
    <h2 className="mb-4 text-title font-semibold">{entry.notification?.title ?? entry.title}</h2>
    <p className="text-muted">{children}</p>
  </>
)
