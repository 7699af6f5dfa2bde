import { createECDH, randomBytes } from 'node:crypto'
import { createPush } from '../../../src/platform/push.ts'
import { createWebhookSender } from '../../../src/platform/webhook-sender.ts'
import type { Peer, World } from './peer.ts'

export const webhookReceiver: Peer = {
  name: 'a receiver of webhooks',
  calls({ url }: World) {
    const sender = createWebhookSender({ timeoutSeconds: 20, allowPrivate: true })
    return [
      {
        does: 'takes a delivery',
        ask: () => sender.send(`${url}/hook`, { 'webhook-id': '1' }, '{}'),
        says: () => ({ taken: true }),
        gives: { response_status: 200, error: null, response: '{"taken":true}', retry_after: null },
      },
    ]
  },
}

export const pushService: Peer = {
  name: 'a push service',
  calls({ url, config }: World) {
    // Only https addresses are pushed to; what comes back does not depend on it.
    const sender = createWebhookSender({ timeoutSeconds: 20, allowPrivate: true })
    const push = createPush(config, { send: (url, ...rest) => sender.send(url.replace('https:', 'http:'), ...rest) })
    const curve = createECDH('prime256v1')
    const to = {
      endpoint: `${url.replace('http:', 'https:')}/push`,
      p256dh: curve.generateKeys().toString('base64url'),
      auth: randomBytes(16).toString('base64url'),
    }
    const message = { id: crypto.randomUUID(), title: 'A question', path: '/' }
    return [{ does: 'takes a message', ask: () => push.send(to, message), says: () => ({}), gives: 'sent' }]
  },
}
