import { useNavigate } from '@tanstack/react-router'
import { Archive, ArrowDown, ArrowUp, Check, CheckCheck, Clock, CornerDownLeft, Inbox, Mail } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { toast } from '../../data/toast.ts'
import { useCommands } from '../../commands/registry.ts'
import { useOrganization } from '../../data/organization.ts'
import { addressOf } from '../../ui/address-of.ts'
import { useNeeds } from '../../shell/needs.ts'
import { Button } from '../../ui/button.tsx'
import { Count } from '../../ui/chip.tsx'
import { classes } from '../../ui/classes.ts'
import { needYou } from '../../ui/format.ts'
import { Keys } from '../../ui/keys.tsx'
import { More } from '../../ui/more.tsx'
import { Page } from '../../ui/page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { EmptyState, Skeleton } from '../../ui/states.tsx'
import type { Entry } from './entries.ts'
import { InboxRow } from './inbox-row.tsx'
import { archive, later, markAllRead, markRead } from './marks.ts'
import { OrganizationFilter } from './organization-filter.tsx'
import { ReadingPane } from './pane/reading-pane.tsx'
import { useInbox, type Box, type InboxSearch } from './use-inbox.ts'
import { lazily } from '../../ui/lazily.tsx'

const InboxStarted = lazily('extra', () =>
  import('../getting-started/inbox-started.tsx').then((module) => ({ default: module.InboxStarted })),
)

const boxes = [
  { value: 'inbox', title: 'Inbox', icon: Inbox },
  { value: 'snoozed', title: 'Later', icon: Clock },
  { value: 'archived', title: 'Done', icon: Check },
] as const

/** What needs this person, and what is for information. */
export function InboxPage() {
  const organization = useOrganization()
  const navigate = useNavigate()
  const inbox = useInbox()
  const { inbox: inboxCount } = useNeeds()
  const { box, from, list, needs, know, ordered, current, open } = inbox
  const [snoozing, setSnoozing] = useState(false)
  const shown = current ?? ordered[0]
  const unread = ordered.filter((entry) => entry.unread)
  // Entries that have not been loaded yet count too.
  const waiting = box === 'inbox' && !from ? Math.max(needs.length, inboxCount) : needs.length
  const change = (part: InboxSearch, replace = false) =>
    void navigate({ to: '.', search: ((before: object) => ({ ...before, ...part })) as never, replace })
  // The entry opened last, before the URL says so: key presses come faster than navigations.
  const opened = useRef(open)
  const openEntry = (entry: Entry | undefined, replace = false) => {
    opened.current = entry?.id
    change({ open: entry?.id } as InboxSearch, replace)
    if (entry) document.getElementById(`entry-${entry.id}`)?.scrollIntoView({ block: 'nearest' })
  }
  const step = (by: 1 | -1) => {
    const at = current ? ordered.indexOf(current) : -1
    openEntry(ordered[current ? Math.min(Math.max(at + by, 0), ordered.length - 1) : 0], true)
  }
  /** Opens the next entry in its place, so that a whole inbox can be worked through. */
  const leave = (entry: Entry, work: () => Promise<void>) => {
    const at = ordered.indexOf(entry)
    if (open ?? opened.current) openEntry(ordered[at + 1] ?? ordered[at - 1], true)
    void work()
  }
  const finish = (entry: Entry | undefined) => {
    if (!entry) return
    if (entry.notification && !entry.approval) leave(entry, () => archive(organization, entry, box !== 'archived'))
    else
      toast.info(
        entry.action
          ? 'Needs you: approve or deny.'
          : entry.approval
            ? 'Needs you: approve, send back, or snooze.'
            : 'Disappears once all pairs are resolved.',
      )
  }
  const visit = (entry: Entry | undefined) => {
    const about = entry?.approval ? { kind: 'feature', id: entry.approval.feature.id } : entry?.notification?.subject
    if (entry?.action) void navigate({ to: `/${organization}/machines/${entry.action.machine.id}/actions/${entry.action.action.id}` })
    else if (about) void navigate({ to: addressOf(entry?.elsewhere?.handle ?? organization, about) })
    else if (entry?.reviews) void navigate({ to: `/${organization}/search` })
  }
  useEffect(() => {
    if (current) void markRead(organization, current, true)
    // Only opening an entry marks it as read; marking it as unread afterwards must last.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [current?.id, organization])
  const group = 'Inbox'
  useCommands([
    { id: 'inbox next', title: 'Next', group, icon: ArrowDown, keys: 'j', run: () => step(1) },
    { id: 'inbox previous', title: 'Previous', group, icon: ArrowUp, keys: 'k', run: () => step(-1) },
    { id: 'inbox done', title: box === 'archived' ? 'Restore' : 'Done', group, icon: Archive, keys: 'e', run: () => finish(shown) },
    { id: 'inbox later', title: 'Later', group, icon: Clock, keys: 'h', run: () => setSnoozing(true) },
    { id: 'inbox open', title: 'Open', group, icon: CornerDownLeft, keys: 'enter', run: () => visit(shown) },
    {
      id: 'inbox unread',
      title: 'Mark as read or unread',
      group,
      icon: Mail,
      keys: 'u',
      run: () => shown && void markRead(organization, shown, shown.unread),
    },
    {
      id: 'inbox all read',
      title: 'Mark all as read',
      group,
      icon: CheckCheck,
      keys: 'shift+e',
      run: () => void markAllRead(organization, unread, from),
    },
  ])
  const lists = (
    <>
      <Group
        title="Needs you"
        entries={needs}
        counted
        current={shown}
        onOpen={(entry) => (entry === current ? visit(entry) : openEntry(entry))}
      />
      <Group title="Updates" entries={know} current={shown} onOpen={(entry) => (entry === current ? visit(entry) : openEntry(entry))} />
    </>
  )
  return (
    <Page
      title="Inbox"
      about={waiting > 0 ? needYou(waiting) : 'Nothing needs you'}
      width="wide"
      own
      views={
        <Segmented label="Folder" value={box} options={boxes} onChange={(next: Box) => change({ box: next, open: undefined } as never)} />
      }
      actions={
        // These act on the list, which an open entry covers on a phone.
        <div className={classes('flex flex-wrap items-center gap-6', current && 'max-wide:hidden')}>
          <OrganizationFilter from={from} onChange={(next) => change({ from: next, open: undefined } as never)} />
          {box === 'inbox' && unread.length > 0 && (
            <Button look="quiet" onClick={() => void markAllRead(organization, unread, from)}>
              <CheckCheck />
              Mark {unread.length} as read
            </Button>
          )}
        </div>
      }
    >
      <div className="flex h-full min-h-0">
        <div
          className={classes(
            'flex min-h-0 w-full flex-col border-line wide:w-2/5 wide:max-w-form wide:shrink-0 wide:border-r',
            current && 'max-wide:hidden',
          )}
        >
          <div className="scrollbar-quiet min-h-0 flex-1 overflow-y-auto" tabIndex={-1}>
            {ordered.length > 0 ? (
              lists
            ) : list.error ? (
              <FailedState error={list.error} retry={() => void list.refetch()} />
            ) : list.isPending ? (
              <Skeleton />
            ) : (
              <>
                <Nothing box={box} />
                {box === 'inbox' && !from && <InboxStarted />}
              </>
            )}
            <div className="flex justify-center p-8">
              <More list={list} />
            </div>
          </div>
          <p className="flex shrink-0 flex-wrap gap-12 border-t border-line px-16 py-10 text-helper text-muted max-wide:hidden" aria-hidden>
            <span className="flex items-center gap-4">
              <Keys keys="j k" /> move
            </span>
            <span className="flex items-center gap-4">
              <Keys keys="e" /> {box === 'archived' ? 'restore' : 'done'}
            </span>
            <span className="flex items-center gap-4">
              <Keys keys="h" /> later
            </span>
            <span className="flex items-center gap-4">
              <Keys keys="enter" /> open
            </span>
          </p>
        </div>
        <div className={classes('min-h-0 min-w-0 flex-1', !current && 'max-wide:hidden')}>
          {shown && (
            <ReadingPane
              key={shown.id}
              entry={shown}
              box={box}
              snoozing={snoozing}
              onSnoozing={setSnoozing}
              onBack={() => openEntry(undefined)}
              onDone={() => finish(shown)}
              onLater={(until, word) => leave(shown, () => later(organization, shown, until, word))}
              onUnread={() => void markRead(organization, shown, shown.unread)}
              onVisit={() => visit(shown)}
            />
          )}
        </div>
      </div>
    </Page>
  )
}

interface GroupProps {
  title: string
  entries: readonly Entry[]
  counted?: boolean
  current: Entry | undefined
  onOpen(entry: Entry): void
}

function Group({ title, entries, counted, current, onOpen }: GroupProps) {
  if (entries.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="sticky top-0 z-10 flex h-32 items-center gap-8 border-b border-line-soft bg-sunken px-16">
        <span className={counted ? 'font-medium' : 'text-muted'}>{title}</span>
        {counted ? <Count value={entries.length} /> : <span className="text-muted">{entries.length}</span>}
      </h2>
      <ul>
        {entries.map((entry) => (
          <InboxRow key={entry.id} entry={entry} current={entry.id === current?.id} onOpen={() => onOpen(entry)} />
        ))}
      </ul>
    </section>
  )
}

const empty: Record<Box, { title: string; words: string }> = {
  inbox: {
    title: 'Nothing needs you',
    words: 'Mentions, tasks assigned to you and approvals show up here.',
  },
  snoozed: { title: 'Nothing snoozed', words: 'Snooze an item to see it again later.' },
  archived: { title: 'Nothing done yet', words: 'Items you mark as done show up here.' },
}

const Nothing = ({ box }: { box: Box }) => (
  <EmptyState icon={Inbox} title={empty[box].title}>
    {empty[box].words}
  </EmptyState>
)
