import { event } from '../../../kernel/events.ts'

export const planUpdated = event<{ plan: string; before: Record<string, unknown>; after: Record<string, unknown> }>(
  'plan.updated',
  () => ({}),
)
/** Logged in the organization it is about. */
export const subscriptionUpdated = event<{ plan: string | null; status: string; source: string }>('subscription.updated', () => ({}))
