import { createECDH } from 'node:crypto'
import { buildPushPayload } from '@block65/webcrypto-web-push'
import type { Config } from './config.ts'
import { createWebhookSender, type WebhookSender } from './webhook-sender.ts'

export interface Subscription {
  endpoint: string
  p256dh: string
  auth: string
}

/** The payload for the browser's service worker: no more than may appear on a lock screen. */
export interface PushMessage {
  id: string
  title: string
  /** The page that a tap opens. */
  path: string
  /** It has been dealt with: the notification is removed from the screen. */
  settled?: true
}

export interface Push {
  /** The key that browsers subscribe with; null if none is configured. */
  publicKey: string | null
  /** `gone`: this subscription will never accept anything again. */
  send(to: Subscription, message: PushMessage): Promise<'sent' | 'gone' | { failure: string }>
}

/** A day: whatever has not been seen by then is still in the inbox. */
const keptSeconds = 86_400

export function createPush(config: Config, sender: WebhookSender = publicSender(config)): Push {
  const key = config.PUSH_PRIVATE_KEY
  if (!key) return { publicKey: null, send: async () => ({ failure: 'no push key is configured' }) }
  const keys = { subject: config.PUSH_CONTACT ?? config.APP_URL, privateKey: key, publicKey: publicKeyOf(key) }
  return {
    publicKey: keys.publicKey,
    async send({ endpoint, p256dh, auth }, message) {
      // With a topic, a newer message about the same thing replaces one that was not delivered yet.
      const options = { ttl: keptSeconds, urgency: 'high' as const, topic: message.id.replaceAll('-', '') }
      const to = { endpoint, expirationTime: null, keys: { p256dh, auth } }
      const payload = { id: message.id, title: message.title, path: message.path, ...(message.settled && { settled: true }) }
      const sealed = await buildPushPayload({ data: JSON.stringify(payload), options }, to, keys).catch(() => null)
      // No browser has a key that is not a point on the curve, so nobody will ever read this.
      if (!sealed) return 'gone'
      const { headers, body } = sealed
      const { response_status: status, error } = await sender.send(endpoint, headers as Record<string, string>, Buffer.from(body))
      if (status === 404 || status === 410) return 'gone'
      if (status !== null && status >= 200 && status < 300) return 'sent'
      return { failure: error ?? `the push service answered ${status}` }
    },
  }
}

const publicSender = ({ PRIVATE_ADDRESSES }: Config) =>
  createWebhookSender({ timeoutSeconds: 10, allowPrivate: PRIVATE_ADDRESSES === 'allow' })

function publicKeyOf(privateKey: string): string {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  return curve.getPublicKey().toString('base64url')
}
