import type { MailText } from '../../mail/render-mail.ts'
import type { NotificationKind } from '../notifications/notification-kinds.contract.ts'
import type { NotificationRow } from '../notifications/notifications.queries.ts'

const maxLines = 30

const sentences: Record<NotificationKind, (who: string, what: string, row: NotificationRow) => string> = {
  mention: (who, what) => `${who} mentioned you in ${what}`,
  question: (who, what) => `${who} asks you a question in ${what}`,
  assignment: (who, what) => `${who} assigned ${what} to you`,
  watching: (who, what, { comment_id }) => (comment_id ? `${who} commented on ${what}` : `${who} updated ${what}`),
  gate_waiting: (_, what) => `${what} needs your approval`,
  review_requested: (who, what) => `${who} asks you to review ${what}`,
  agent_stuck: (_, what) => `Your ${what} is blocked`,
  run_ended: (_, what) => `A run on ${what} ended and needs a look`,
  action_waiting: (who) => `${who} wants to run a dangerous action on your machine`,
  report_updated: (_, what) => `There’s an update on your ${what}`,
  reminder: (_who, _what, { title }) => `Reminder: ${title}`,
  announcement: (_who, _what, { title }) => `From the administrators: ${title}`,
}

/** Names people, work and organizations by handle and key, so that nobody can use a title or text to say something in our name. */
function line(row: NotificationRow): string {
  const { kind, actor, subject, organization, project } = row
  const what = [subject?.kind, subject?.ref].filter(Boolean).join(' ') || 'something'
  const where =
    kind === 'reminder' || kind === 'announcement' ? '' : ` · ${[organization.handle, project?.slug].filter(Boolean).join(' / ')}`
  return `${sentences[kind](actor?.handle ?? 'Someone', what, row)}${where}`
}

export function digestText(rows: readonly NotificationRow[], app: string, stop: string): MailText {
  const more = rows.length - maxLines
  return {
    subject: rows.length === 1 ? 'Baton: 1 unread notification' : `Baton: ${rows.length} unread notifications`,
    paragraphs: [...rows.slice(0, maxLines).map(line), ...(more > 0 ? [`And ${more} more.`] : [])],
    link: { label: 'Open your inbox', url: `${app}/${rows[0]?.organization.handle ?? ''}/inbox` },
    notes: [
      'You get this at most once a day when you have unread notifications. Change this in Settings, Notifications.',
      `Unsubscribe: ${stop}`,
    ],
  }
}
