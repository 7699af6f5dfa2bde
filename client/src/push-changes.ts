import { send, type ClientOptions } from './create-client.ts'
import type { PushAnswer, SyncMutation } from './sync-device.ts'

/** `POST /api/sync/push`, which is not an operation itself: it runs the operations that the mutations name. */
export const pushChanges = (options: ClientOptions, device_id: string, mutations: readonly SyncMutation[]): Promise<PushAnswer> =>
  send(options, { method: 'POST', path: '/api/sync/push', body: JSON.stringify({ device_id, mutations }) }) as Promise<PushAnswer>
