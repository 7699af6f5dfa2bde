import { expect } from 'vitest'
import { BillingFailure, readSubscription } from '../../../src/platform/billing.ts'
import { ProviderFailure } from '../../../src/platform/integrations/provider-failure.ts'
import { createSlack } from '../../../src/platform/integrations/slack.ts'
import { createS3Store } from '../../../src/platform/s3-store.ts'
import { now, type Peer, type World } from './peer.ts'

export const slack: Peer = {
  name: 'Slack',
  fails: (error) => error instanceof ProviderFailure,
  calls({ url, config }: World) {
    const slack = createSlack(config)
    const message = { channel: 'C1', text: 'x', blocks: [] }
    return [
      {
        does: 'tells a workspace',
        ask: () => slack.test('x'),
        says: () => ({ ok: true, team: 't', team_id: 'T', user: 'u', url }),
        gives: { team: 't', team_id: 'T', bot: 'u', url },
      },
      {
        does: 'gives the address of a socket',
        ask: () => slack.socketUrl('x'),
        says: () => ({ ok: true, url: 'ws://127.0.0.1/x' }),
        gives: 'ws://127.0.0.1/x',
      },
      {
        does: 'takes a message',
        ask: () => slack.post('x', message),
        says: () => ({ ok: true, channel: 'C1', ts: '1.2' }),
        gives: { channel: 'C1', ts: '1.2' },
      },
      { does: 'changes a message', ask: () => slack.update('x', { ...message, ts: '1.2' }), says: () => ({ ok: true }) },
    ]
  },
}

export const billing: Peer = {
  name: 'a provider of billing',
  fails: (error) => error instanceof BillingFailure,
  calls: ({ url }: World) => [
    {
      does: 'tells a subscription',
      ask: () => readSubscription({ api: url, key: 'x' }, 'sub_1'),
      says: () => ({
        id: 'sub_1',
        customer: 'c',
        status: 'active',
        metadata: { plan: 'team' },
        items: { data: [{ price: { id: 'p' } }] },
      }),
      gives: expect.objectContaining({ subscription: 'sub_1', plan: 'team' }),
    },
  ],
}

export const bucket: Peer = {
  name: 'a bucket',
  fails: (error) => error instanceof Error && /^(S3|aborted|The answer)/.test(error.message),
  calls({ url }: World) {
    const store = createS3Store(new URL(`s3://bucket/files?endpoint=${encodeURIComponent(url)}`))
    const listing = `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><Name>bucket</Name><IsTruncated>false</IsTruncated><Contents><Key>files/a.bin</Key><LastModified>2026-11-19T10:00:00.000Z</LastModified><Size>1</Size></Contents></ListBucketResult>`
    return [
      { does: 'stores a file', ask: () => store.put('a.bin', Buffer.from('x')), says: () => '' },
      {
        does: 'gives a file',
        ask: async () => {
          const file = await store.get('a.bin')
          let size = 0
          // An endless file is read for as long as somebody downloads it.
          for await (const part of file?.content ?? []) if ((size += (part as Buffer).length) > 1_000_000) break
          return size
        },
        says: () => 'file',
        gives: 4,
      },
      { does: 'removes a file', ask: () => store.remove('a.bin'), says: () => '' },
      {
        does: 'lists files',
        ask: async () => (await Array.fromAsync(store.list())).flat(),
        says: () => listing,
        gives: [{ name: 'a.bin', modified: new Date(now) }],
      },
    ]
  },
}
