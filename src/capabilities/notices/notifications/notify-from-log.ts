import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { followLog } from '../../log/follow-log.ts'
import type { EventRow } from '../../log/read-log.ts'
import { preferencesOf } from '../preferences/resolve-preferences.ts'
import { watchersOf } from '../watching/watching.queries.ts'
import * as contracts from './notifications.contract.ts'
import { notificationCreated, notificationSettled } from './notifications.events.ts'
import { insertNotification, notificationsByIds, settle, settleQuestions, toldInSlack } from './notifications.queries.ts'
import { isWatched, whomToTell, type Telling } from './rules.ts'
import { settledBy, settlesQuestions } from './settled-by.ts'
import { commentOf, excerptOf, gateOf, subjectOf } from './subject-of.ts'

export const notifyFromLog = implement(contracts.notifyFromLog, async (ctx) => ({
  more: await followLog(ctx, 'notifications', (events) => tell(ctx, events)),
}))

/** Runs in log order, so that an event can settle notifications made for earlier ones. */
async function tell(ctx: Context, events: readonly EventRow[]): Promise<void> {
  const watchers = await watchersFor(ctx, events)
  const tellings = new Map(events.map((event) => [event, whomToTell(event, watchers(event))]))
  const wants = await preferencesOf(ctx, [...new Set([...tellings.values()].flat().map(({ user }) => user))])
  const touched = new Map<string, Set<string>>()
  const touch = (user: string, id: string) => touched.set(user, (touched.get(user) ?? new Set()).add(id))
  for (const [event, told] of tellings) {
    for (const { subject, kinds, user, except, comment } of settledBy(event)) {
      const values = {
        org: ctx.org,
        subject,
        kinds,
        user: user ?? null,
        except: except ?? null,
        comment: comment ?? null,
        by: (event.actor as { user_id?: string | null }).user_id ?? null,
        now: ctx.clock.now(),
        seq: event.seq,
      }
      for (const row of await ctx.tx.rows(settle, values)) touch(row.user_id, row.id)
    }
    for (const { user, kind } of told) {
      const { in_app, mail } = wants(user).notifications[kind]
      if (!in_app && mail === 'off') continue
      const id = await store(ctx, event, { user, kind }, in_app, mail === 'digest' ? 'digest' : 'none')
      if (id && in_app) touch(user, id)
    }
  }
  const items = [...new Set(events.filter(settlesQuestions).flatMap(({ subject_id }) => subject_id ?? []))]
  const settled = items.length > 0 ? await ctx.tx.rows(settleQuestions, { org: ctx.org, items, now: ctx.clock.now() }) : []
  for (const row of settled) touch(row.user_id, row.id)
  const inSlack = await slackUsers(ctx, [...touched.keys()])
  for (const [user, ids] of touched) await announce(ctx, user, [...ids], inSlack.has(user))
}

/** The watchers of the subjects of these events. */
async function watchersFor(ctx: Context, events: readonly EventRow[]): Promise<(event: EventRow) => string[]> {
  const subjects = events.filter(isWatched).flatMap(({ subject_id }) => subject_id ?? [])
  const rows = subjects.length > 0 ? await ctx.tx.rows(watchersOf, { org: ctx.org, subjects }) : []
  return (event) => (isWatched(event) ? rows.filter((row) => row.subject_id === event.subject_id).map((row) => row.user_id) : [])
}

async function slackUsers(ctx: Context, users: readonly string[]): Promise<Set<string>> {
  if (users.length === 0) return new Set()
  return new Set((await ctx.tx.rows(toldInSlack, { users })).map(({ user_id }) => user_id))
}

async function store(ctx: Context, event: EventRow, { user, kind }: Telling, inApp: boolean, mail: string): Promise<string | undefined> {
  const { user_id, agent_id } = event.actor as { user_id?: string | null; agent_id?: string | null }
  const subject = subjectOf(event)
  const row = await ctx.tx.row(insertNotification, {
    org: ctx.org,
    user,
    id: newId(),
    kind,
    seq: event.seq,
    project_id: event.project_id,
    subject_kind: subject?.kind ?? null,
    subject: subject?.id ?? null,
    subject_ref: subject?.ref ?? null,
    title: subject?.title ?? '',
    gate: gateOf(event),
    actor_id: user_id ?? null,
    agent_id: agent_id ?? null,
    in_app: inApp,
    mail,
    now: ctx.clock.now(),
    excerpt: excerptOf(event),
    comment_id: commentOf(event),
  })
  return row?.id
}

/** Emits into this organization's log at once; the user's own log is written by a job, since a transaction writes only one log. */
async function announce(ctx: Context, user: string, ids: readonly string[], inSlack: boolean): Promise<void> {
  for (const notification of await ctx.tx.rows(notificationsByIds, { user, ids })) {
    ctx.emit(notification.archived_at ? notificationSettled : notificationCreated, { user_id: user, notification })
  }
  const told = { user_id: user, notification_ids: [...ids] }
  await ctx.enqueue('announceNotifications', told)
  if (ctx.services.push.publicKey) await ctx.enqueue('sendPush', told)
  if (inSlack) await ctx.enqueue('sendSlack', told)
}
