import type { TxContext } from '../../../kernel/context.ts'
import { notFound } from '../../../kernel/errors.ts'
import { deviceById, lockedDevice, type DeviceRow } from './devices.queries.ts'

/** One of the caller's own devices in this organization; with `lock`, concurrent pushes for it wait. */
export async function requireDevice(ctx: TxContext, id: string, lock = false): Promise<DeviceRow> {
  const device = await ctx.tx.row(lock ? lockedDevice : deviceById, { org: ctx.org, id })
  if (!device) throw notFound('device', id, 'Register it with {registerSyncDevice} and push its changes again from mid 1.')
  return device
}
