import { BatonError } from '@baton/client'
import { pushChanges } from '@baton/client/push'
import type { SyncOutcome } from '@baton/client/sync'
import { optionsFor } from '../client.ts'
import type { Write } from './outbox.ts'

/** The device, mutation number and clock with which an earlier version of the dashboard sent a write. */
export interface Pushed {
  device: string
  mid: number
  hlc: string
}

/**
 * Repeats a write that an earlier version of the dashboard has sent through sync push, and whose answer was lost: only its number tells
 * whether it took effect. Resolves to null if it did not, so that it can become a call. Rejects with the operation's own error.
 * There are none of these 90 days after the last such version was opened.
 */
export async function repeatPush({
  organization,
  operation,
  input,
  base,
  pushed,
}: Write & { pushed: Pushed }): Promise<SyncOutcome | null> {
  const { device, mid, hlc } = pushed
  const fields = (input ?? {}) as Record<string, unknown>
  const { version } = fields
  const mutation = {
    mid,
    operation,
    input: fields,
    ...(base && { base: base as Record<string, unknown> }),
    ...(typeof version === 'number' && { base_version: version }),
    hlc,
  }
  const [outcome] = await pushChanges(optionsFor(organization), device, [mutation]).then(({ results }) => results, neverArrived)
  if (!outcome || outcome.error?.['reason'] === 'not_syncable') return null
  if (outcome.status === 'applied') return outcome
  throw await BatonError.from(Response.json(outcome.error, { status: outcome.error?.status ?? 400 }))
}

/** The device is gone, or its number belongs to another write or to a later one. */
function neverArrived(error: unknown): never[] {
  const here = error instanceof BatonError ? error : null
  if (here && (here.status === 404 || here.code === 'key_reused' || typeof here.extra['expected'] === 'number')) return []
  throw error
}
