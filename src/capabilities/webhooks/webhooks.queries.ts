import { sql } from '../../platform/postgres.ts'

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
const here = 'w.org_id = $1 and w.deleted_at is null'

export const webhooks = sql<WebhookRow>(`select ${columns} from webhooks w where ${here} and w.id > $2 order by w.id limit $3`)
export const webhookById = sql<WebhookRow>(`select ${columns} from webhooks w where ${here} and w.id = $2`)
export const lockWebhook = sql<WebhookRow>(`select ${columns} from webhooks w where ${here} and w.id = $2 for no key update`)
export const countWebhooks = sql<{ count: number }>(`select count(*)::integer as count from webhooks w where ${here}`)

export const insertWebhook = sql(`insert into webhooks
    (org_id, id, url, description, events, project_id, secret, created_by, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`)
export const updateWebhook = sql(`update webhooks set url = $3, description = $4, events = $5, project_id = $6, updated_at = $7,
    version = version + 1 where org_id = $1 and id = $2`)
export const enableWebhook = sql(`update webhooks set enabled = true, disabled_reason = null, disabled_at = null, failing_since = null,
    throttled_until = null where org_id = $1 and id = $2`)
export const disableByHand = sql(`update webhooks set enabled = false, disabled_reason = 'by_hand', disabled_at = $3
  where org_id = $1 and id = $2`)
export const disableWebhook = sql(`update webhooks set enabled = false, disabled_reason = $3, disabled_at = $4, updated_at = $4,
    version = version + 1 where org_id = $1 and id = $2`)
export const deleteWebhook = sql(`update webhooks set deleted_at = $3, updated_at = $3, version = version + 1, secret = null,
    previous_secret = null, previous_until = null where org_id = $1 and id = $2`)
export const rotateSecret = sql(`update webhooks set previous_secret = secret, secret = $3, previous_until = $4, updated_at = $5,
    version = version + 1 where org_id = $1 and id = $2`)

/** An endpoint acts for its creator: not once they have left, may no longer manage webhooks, are suspended or closed their account. */
const present = `(exists (select from memberships m join users u on u.id = m.user_id and u.closed_at is null
  where m.org_id = w.org_id and m.user_id = w.created_by and m.role in ('owner', 'admin')) and not app.is_suspended(w.created_by))`
export const creatorPresent = sql<{ present: boolean }>(`select ${present} as present from webhooks w where w.org_id = $1 and w.id = $2`)
export const listening = sql<WebhookRow & { present: boolean }>(
  `select ${columns}, ${present} as present from webhooks w where ${here} and w.enabled order by w.id`,
)
/** Nothing leaves a sandbox, nor an organization that is deleted. */
export const isSilent = sql<{ silent: boolean }>(
  'select sandbox_of is not null or deleted_at is not null as silent from organizations where id = $1',
)

/** Endpoints with something due. Who holds one here is the only one to claim from it, so the bound of each holds. */
export const dueWebhooks = sql<DueWebhook>(`select w.id, w.url, w.created_by, w.secret, w.previous_secret, w.previous_until,
    w.failing_since is not null as failing,
    (select count(*)::integer from webhook_deliveries d
      where d.org_id = w.org_id and d.webhook_id = w.id and d.status = 'pending' and d.claimed_until > $2) as in_flight
  from webhooks w where ${here} and w.enabled and (w.throttled_until is null or w.throttled_until <= $2) and ${present}
    and exists (select from webhook_deliveries d
      where d.org_id = w.org_id and d.webhook_id = w.id and d.status = 'pending' and d.next_attempt_at <= $2)
  order by w.id for no key update of w skip locked`)

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
  where org_id = $1 and id = $2 and (failing_since is not null or throttled_until is not null)`)
export const failedAgain = sql<{ failing_since: string }>(`update webhooks set failing_since = coalesce(failing_since, $3),
    throttled_until = greatest(throttled_until, $4) where org_id = $1 and id = $2 and enabled returning failing_since`)
