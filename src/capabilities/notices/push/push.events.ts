import { event } from '../../../kernel/events.ts'

interface OfSubscription {
  user_id: string
  subscription_id: string
  service: string
}

const owned = (data: OfSubscription) => ({ owner_id: data.user_id, subject_id: data.subscription_id })

export const pushSubscribed = event<OfSubscription>('push.subscribed', owned)
export const pushUnsubscribed = event<OfSubscription>('push.unsubscribed', owned)
