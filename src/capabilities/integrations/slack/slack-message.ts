import type { SlackMessage } from '../../../platform/integrations/slack.ts'
import type { NotificationKind } from '../../notices/notifications/notification-kinds.contract.ts'
import type { ToldNotification } from '../../notices/notifications/told-notifications.ts'

/** People's text can't become links, mentions or broadcasts: these three characters are the only ones with a meaning in Slack. */
const plain = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const sentences: Record<NotificationKind, (who: string, what: string, row: ToldNotification) => string> = {
  mention: (who, what) => `${who} mentioned you in ${what}`,
  question: (who, what) => `${who} asks you a question in ${what}`,
  assignment: (who, what) => `${who} assigned you ${what}`,
  watching: (who, what, { comment_id }) => (comment_id ? `${who} commented on ${what}` : `${who} updated ${what}`),
  gate_waiting: (_, what, { gate }) => `${gate ? `The gate “${gate}”` : 'A gate'} of ${what} needs your approval`,
  review_requested: (who, what) => `${who} asks you to review ${what}`,
  agent_stuck: (_, what) => `${what} is stuck`,
  run_ended: (_, what) => `A run on ${what} ended and needs a look`,
  action_waiting: (who, what) => `${who} wants to run ${what} on your machine`,
  report_updated: (_, what) => `There is news about your report ${what}`,
  announcement: (_who, _what, { title }) => title,
  reminder: (_who, _what, { title }) => `You asked to be reminded: ${title}`,
}

const endings: Partial<Record<NotificationKind, string>> = {
  mention: 'Answered',
  question: 'Settled',
  gate_waiting: 'Decided',
  review_requested: 'Reviewed',
  agent_stuck: 'Working again, or stopped',
  run_ended: 'Started again',
  action_waiting: 'Decided',
}

function headline(row: ToldNotification): string {
  const who = row.actor?.agent?.name ?? row.actor?.name ?? 'Somebody'
  const what = [row.subject?.ref, row.title].filter(Boolean).join(' ') || row.organization.name
  return sentences[row.kind](who, what, row)
}

/** What it is about, what was said, and a link to decide it in Baton, where people are authenticated: never in Slack. */
export function messageFor(row: ToldNotification, app: string, channel: string): SlackMessage {
  const text = headline(row)
  const place = [row.organization.name, row.project?.name].filter(Boolean).join(' / ')
  return {
    channel,
    text: plain(text),
    blocks: [
      section(`*${plain(text)}*${row.excerpt ? `\n>${plain(row.excerpt)}` : ''}`),
      context(plain(place)),
      button(
        row.kind === 'gate_waiting' || row.kind === 'action_waiting' ? 'Review and decide in Baton' : 'Open in Baton',
        linkTo(row, app),
      ),
    ],
  }
}

/** The same message once nothing is left to do about it. */
export function settledMessage(row: ToldNotification, by: string | null, app: string, channel: string): SlackMessage {
  const text = headline(row)
  const ending = `${endings[row.kind] ?? 'Done'}${by ? ` by ${by}` : ''}`
  return {
    channel,
    text: plain(`${ending}: ${text}`),
    blocks: [section(`:white_check_mark: *${plain(ending)}*\n~${plain(text)}~`), context(`<${linkTo(row, app)}|Open in Baton>`)],
  }
}

export const helloMessage = (app: string, channel: string): SlackMessage => {
  const text = 'Push notifications work: approvals, questions and what else waits for you.'
  return { channel, text, blocks: [section(text), button('Open Baton', app)] }
}

const linkTo = (row: ToldNotification, app: string): string => `${app}/${row.organization.handle}/inbox?open=${row.id}`
const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text: text.slice(0, 2900) } })
const context = (text: string) => ({ type: 'context', elements: [{ type: 'mrkdwn', text: text.slice(0, 1900) }] })
const button = (label: string, url: string) => ({
  type: 'actions',
  elements: [{ type: 'button', action_id: 'open', text: { type: 'plain_text', text: label }, url }],
})
