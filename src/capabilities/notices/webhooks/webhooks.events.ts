import { event } from '../../../kernel/events.ts'
import type { WebhookRow } from './webhooks.queries.ts'

/** Without its URL, which everybody who reads the log would see: for some receivers it works like a password. */
type Named = Pick<WebhookRow, 'id' | 'events' | 'project_id' | 'enabled' | 'disabled_reason'>
interface Data {
  webhook: Named
}

const place = ({ webhook }: Data) => ({ subject_id: webhook.id, project_id: webhook.project_id })

export const namedWebhook = ({ id, events, project_id, enabled, disabled_reason }: Named): Data => ({
  webhook: { id, events, project_id, enabled, disabled_reason },
})

export const webhookCreated = event<Data>('webhook.created', place)
export const webhookUpdated = event<Data>('webhook.updated', place)
export const webhookDeleted = event<Data>('webhook.deleted', place)
export const webhookSecretRotated = event<Data>('webhook.secret_rotated', place)
export const webhookDisabled = event<Data>('webhook.disabled', place)
export const webhookTested = event<Data>('webhook.tested', place)
export const webhookReplayed = event<Data & { deliveries: number }>('webhook.replayed', place)
