import type { Output } from '@baton/client'
import {
  AtSign,
  BellRing,
  Bug,
  Eye,
  Fingerprint,
  GitCompareArrows,
  GitPullRequestArrow,
  ListChecks,
  Megaphone,
  MessageCircleQuestion,
  OctagonX,
  SquareTerminal,
  UserRoundPen,
  type LucideIcon,
} from 'lucide-react'
import { plural } from '../../ui/format.ts'
import { spoken, type Approval } from '../features/parts/words.ts'
import type { WaitingAction } from '../machines/use-waiting-actions.ts'

export type Notification = Output<'listNotifications'>['items'][number]
export type MemoryReview = Output<'listMemoryReviews'>['items'][number]

/** One line of the inbox. Something that waits for a decision is listed as long as it waits, with or without a notification. */
export interface Entry {
  id: string
  group: 'needs' | 'know'
  icon: LucideIcon
  tone: 'accent' | 'muted'
  title: string
  about: string
  at: string
  unread: boolean
  who: { name: string; kind: 'person' | 'agent' } | null
  /** The other organization, if it is not the current one. */
  elsewhere: { handle: string; name: string } | null
  /** Its notifications, newest first; several mentions in one item, or several items assigned at once, are one line. */
  told: Notification[]
  /** The newest notification. */
  notification?: Notification
  approval?: Approval
  /** An action of a machine that waits for this person's passkey. */
  action?: WaitingAction
  reviews?: MemoryReview[]
}

/** Whether a person has to act on it. */
export const asksYou = ({ kind }: Pick<Notification, 'kind'>): boolean => needsYou.has(kind)
const needsYou = new Set<Notification['kind']>([
  'mention',
  'question',
  'gate_waiting',
  'review_requested',
  'agent_stuck',
  'run_ended',
  'action_waiting',
  'reminder',
])

const icons: Record<Notification['kind'], LucideIcon> = {
  mention: AtSign,
  question: MessageCircleQuestion,
  assignment: ListChecks,
  watching: Eye,
  gate_waiting: UserRoundPen,
  review_requested: GitPullRequestArrow,
  agent_stuck: OctagonX,
  run_ended: SquareTerminal,
  action_waiting: Fingerprint,
  report_updated: Bug,
  reminder: BellRing,
  announcement: Megaphone,
}

const whoOf = ({ actor }: Notification): Entry['who'] =>
  actor && (actor.agent ? { name: actor.agent.name, kind: 'agent' } : { name: actor.name, kind: 'person' })

export function wordsOf(one: Notification, told: readonly Notification[] = [one]): { title: string; about: string } {
  const who = whoOf(one)?.name ?? 'Someone'
  const thing = one.subject?.ref ?? one.title
  const gate = one.gate ? spoken(one.gate) : 'a gate'
  switch (one.kind) {
    case 'mention':
      return {
        title: `${who} mentioned you in ${thing}${told.length > 1 ? `, ${told.length} times` : ''}`,
        about: one.excerpt ?? one.title,
      }
    case 'question':
      return { title: `${who} asks you in ${thing}`, about: one.excerpt ?? one.title }
    case 'assignment':
      return told.length > 1
        ? { title: `${who} assigned ${told.length} items to you`, about: told.map(({ title }) => title).join(', ') }
        : { title: `${who} assigned ${thing} to you`, about: one.title }
    case 'watching':
      return { title: watchedWords(one, told, who, thing), about: one.excerpt ?? one.title }
    case 'gate_waiting':
      return { title: `Approve ${gate}: ${one.title}`, about: `${who} asks` }
    case 'review_requested':
      return { title: `Review ${one.title}`, about: `${who} asks${one.gate ? `, gate ${gate}` : ''}` }
    case 'agent_stuck':
      return { title: `${one.title} is blocked`, about: 'Your agent needs help to continue' }
    case 'run_ended':
      return { title: `A run on ${thing} ended`, about: one.excerpt ?? one.title }
    case 'action_waiting':
      return { title: `${who} wants to run ${one.title} on your machine`, about: 'Waiting for your passkey' }
    case 'report_updated':
      return { title: `Your report was answered: ${one.title}`, about: one.excerpt ?? `It is ${one.subject?.ref ?? 'one of yours'}` }
    case 'reminder':
      return { title: one.title, about: 'Reminder you set' }
    case 'announcement':
      return { title: one.title, about: one.excerpt ?? 'From your instance administrators' }
  }
}

/** What happened to something they watch: the newest event, and how many more there are. */
function watchedWords({ comment_id }: Notification, told: readonly Notification[], who: string, thing: string): string {
  const newest = comment_id ? `${who} commented on ${thing}` : `${who} updated ${thing}`
  return told.length > 1 ? `${newest}, and ${told.length - 1} more` : newest
}

/** Fewer assignments by the same actor than this stay one line each. */
const fewest = 4

/** Groups mentions in one item, and assignments by the same actor, at the position of the newest one. */
function grouped(notifications: readonly Notification[]): [Notification, ...Notification[]][] {
  const groups = new Map<string, [Notification, ...Notification[]]>()
  for (const one of notifications) {
    const { id, kind, organization, subject, actor } = one
    const by = kind === 'mention' || kind === 'watching' ? subject?.id : kind === 'assignment' ? (actor?.agent?.id ?? actor?.user_id) : id
    const key = `${organization.id} ${kind} ${by ?? id}`
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  const few = ([first, ...rest]: [Notification, ...Notification[]]) => first.kind === 'assignment' && rest.length + 1 < fewest
  return [...groups.values()].flatMap((group) => (few(group) ? group.map((one): [Notification] => [one]) : [group]))
}

interface Sources {
  organization: string
  notifications: readonly Notification[]
  approvals: readonly Approval[]
  reviews: readonly MemoryReview[]
  actions: readonly WaitingAction[]
}

/** All notifications and everything that waits, each once, newest first. */
export function entriesOf({ organization, notifications, approvals, reviews, actions }: Sources): Entry[] {
  // An action that still waits has its own line, in which it is decided.
  const shown = notifications.filter(
    ({ kind, subject }) => kind !== 'action_waiting' || !actions.some(({ action }) => action.id === subject?.id),
  )
  const told = grouped(shown).map(([notification, ...earlier]): Entry => {
    const all = [notification, ...earlier]
    const { id, kind, subject, created_at, organization: place } = notification
    const approval = kind === 'gate_waiting' ? approvals.find(({ feature }) => feature.id === subject?.id) : undefined
    const elsewhere = place.handle === organization ? null : { handle: place.handle, name: place.name }
    // A gate that no longer waits is only for information.
    const waits = kind !== 'gate_waiting' || Boolean(approval) || Boolean(elsewhere)
    return {
      id,
      group: needsYou.has(kind) && waits ? 'needs' : 'know',
      icon: icons[kind],
      tone: needsYou.has(kind) && waits ? 'accent' : 'muted',
      ...wordsOf(notification, all),
      at: created_at,
      unread: all.some(({ read_at }) => read_at === null),
      who: whoOf(notification),
      elsewhere,
      told: all,
      notification,
      ...(approval && { approval }),
    }
  })
  const untold = approvals.filter(({ feature }) => !told.some(({ approval }) => approval?.feature.id === feature.id))
  const waiting = untold.map((approval): Entry => ({
    id: `approval-${approval.feature.id}`,
    group: 'needs',
    icon: UserRoundPen,
    tone: 'accent',
    title: `Approve ${spoken(approval.gate)}: ${approval.feature.title}`,
    about: `${approval.feature.ref} needs a person`,
    at: approval.feature.updated_at,
    unread: false,
    who: null,
    elsewhere: null,
    told: [],
    approval,
  }))
  return [...told, ...waiting, ...actions.map(actionEntry), ...memoryEntry(reviews)].toSorted((a, b) => b.at.localeCompare(a.at))
}

const actionEntry = (waiting: WaitingAction): Entry => ({
  id: `action-${waiting.action.id}`,
  group: 'needs',
  icon: Fingerprint,
  tone: 'accent',
  title: `Approve ${waiting.action.action} on ${waiting.machine.name}`,
  about: 'Dangerous action – needs your passkey',
  at: waiting.action.created_at,
  unread: false,
  who: null,
  elsewhere: null,
  told: [],
  action: waiting,
})

function memoryEntry(reviews: readonly MemoryReview[]): Entry[] {
  const [first] = reviews
  if (!first) return []
  const contradictions = reviews.filter(({ kind }) => kind === 'contradiction').length
  const title =
    contradictions > 0
      ? `${plural(contradictions, 'possible contradiction')} in memory`
      : `${plural(reviews.length, 'possible duplicate')} in memory`
  const about = first.newer.content.replace(/\s+/g, ' ').slice(0, 120)
  return [
    {
      id: 'memory',
      group: 'know',
      icon: GitCompareArrows,
      tone: 'muted',
      title,
      about,
      at: first.created_at,
      unread: false,
      who: null,
      elsewhere: null,
      told: [],
      reviews: [...reviews],
    },
  ]
}
