import { sql } from '../../../platform/postgres.ts'

export type DisabledReason = 'by_hand' | 'failing' | 'gone' | 'creator_left'

export interface WebhookRow {
  id: string
  url: string
  description: string
  events: string[]
  project_id: string | null
  enabled: boolean
  disabled_reason: DisabledReason | null
  disabled_at: string | null
  failing_since: string | null
  previous_until: string | null
  created_by: string
  created_at: string
  updated_at: string
  version: number
}

const columns = `w.id, w.url, w.description, w.events, w.project_id, w.enabled, w.disabled_reason, w.disabled_at, w.failing_since,
  w.previous_until, w.created_by, w.created_at, w.updated_at, w.version`
const here = 'w.org_id = :org and w.deleted_at is null'

export const webhooks = sql(`select ${columns} from webhooks w where ${here} and w.id > :after order by w.id limit :limit`).as<WebhookRow>()
export const webhookById = sql(`select ${columns} from webhooks w where ${here} and w.id = :id`).as<WebhookRow>()
export const lockWebhook = sql(`select ${columns} from webhooks w where ${here} and w.id = :id for no key update`).as<WebhookRow>()
export const countWebhooks = sql(`select count(*)::integer as count from webhooks w where ${here}`).as<{ count: number }>()

export const insertWebhook = sql(`insert into webhooks
    (org_id, id, url, description, events, project_id, secret, created_by, created_at, updated_at)
  values (:org, :id, :url, :description, :patterns, :project_id, :sealed, :user, :now, :now)`)
export const updateWebhook =
  sql(`update webhooks set url = :url, description = :description, events = :events, project_id = :project, updated_at = :now,
    version = version + 1 where org_id = :org and id = :id`)
export const enableWebhook = sql(`update webhooks set enabled = true, disabled_reason = null, disabled_at = null, failing_since = null,
    throttled_until = null where org_id = :org and id = :id`)
export const disableByHand = sql(`update webhooks set enabled = false, disabled_reason = 'by_hand', disabled_at = :now
  where org_id = :org and id = :id`)
export const disableWebhook = sql(`update webhooks set enabled = false, disabled_reason = :reason, disabled_at = :now, updated_at = :now,
    version = version + 1 where org_id = :org and id = :id`)
export const deleteWebhook = sql(`update webhooks set deleted_at = :now, updated_at = :now, version = version + 1, secret = null,
    previous_secret = null, previous_until = null where org_id = :org and id = :id`)
export const rotateSecret =
  sql(`update webhooks set previous_secret = secret, secret = :sealed, previous_until = :previous_until, updated_at = :now,
    version = version + 1 where org_id = :org and id = :id`)

/** An endpoint acts for its creator, so not once they have left, may no longer manage webhooks, are suspended or closed their account. */
const present = `(exists (select from memberships m join users u on u.id = m.user_id and u.closed_at is null
  where m.org_id = w.org_id and m.user_id = w.created_by and m.role in ('owner', 'admin')) and not app.is_suspended(w.created_by))`
export const creatorPresent = sql(`select ${present} as present from webhooks w where w.org_id = :org and w.id = :id`).as<{
  present: boolean
}>()
export const listening = sql(`select ${columns}, ${present} as present from webhooks w where ${here} and w.enabled order by w.id`).as<
  WebhookRow & { present: boolean }
>()
/** Nothing is sent from a sandbox or from a deleted organization. */
export const isSilent = sql('select sandbox_of is not null or deleted_at is not null as silent from organizations where id = :org').as<{
  silent: boolean
}>()

/** Endpoints with something due. The holder of the row lock is the only one to claim from an endpoint, so the limit per endpoint holds. */
export const dueWebhooks = sql(`select w.id, w.url, w.created_by, w.secret, w.previous_secret, w.previous_until,
    w.failing_since is not null as failing,
    (select count(*)::integer from webhook_deliveries d
      where d.org_id = w.org_id and d.webhook_id = w.id and d.status = 'pending' and d.claimed_until > :now) as in_flight
  from webhooks w where ${here} and w.enabled and (w.throttled_until is null or w.throttled_until <= :now) and ${present}
    and exists (select from webhook_deliveries d
      where d.org_id = w.org_id and d.webhook_id = w.id and d.status = 'pending' and d.next_attempt_at <= :now)
  order by w.id for no key update of w skip locked`).as<DueWebhook>()

export interface DueWebhook {
  id: string
  url: string
  created_by: string
  secret: Buffer
  previous_secret: Buffer | null
  previous_until: string | null
  failing: boolean
  in_flight: number
}

export const workedAgain = sql(`update webhooks set failing_since = null, throttled_until = null
  where org_id = :org and id = :webhook_id and (failing_since is not null or throttled_until is not null)`)
export const failedAgain = sql(`update webhooks set failing_since = coalesce(failing_since, :now),
    throttled_until = greatest(throttled_until, :pause_after) where org_id = :org and id = :webhook_id and enabled returning failing_since`).as<{
  failing_since: string
}>()
