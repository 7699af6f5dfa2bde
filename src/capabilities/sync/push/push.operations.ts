import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { notePush } from '../devices/devices.queries.ts'
import { requireDevice } from '../devices/require-device.ts'
import * as contracts from './push.contract.ts'
import { insertMutation, mutations } from './push.queries.ts'

export const readMutations = implement(contracts.readMutations, async (ctx, { device: id, mids }) => {
  const device = await requireDevice(ctx, id)
  const stored = await ctx.tx.rows(mutations, { org: ctx.org, device: id, mids })
  return {
    last_mid: device.last_mid,
    stored: stored.map(({ mid, digest, outcome }) => ({ mid, digest: digest.toString('hex'), outcome })),
  }
})

export const rejectMutation = implement(contracts.rejectMutation, async (ctx, { device: id, mid, operation, digest, error }) => {
  const device = await requireDevice(ctx, id, true)
  if (device.last_mid !== mid - 1) throw gap(device.last_mid)
  const outcome: contracts.Outcome = { status: 'rejected', result: null, error }
  const now = ctx.clock.now()
  const values = { org: ctx.org, device: id, mid, operation, digest: Buffer.from(digest, 'hex'), outcome: JSON.stringify(outcome), now }
  await ctx.tx.rows(insertMutation, values)
  await ctx.tx.rows(notePush, { org: ctx.org, id, mid, now })
  return { last_mid: mid }
})

/** A retry whose first attempt is still running gets this too; it only has to push again. */
export const gap = (last: number): Refusal =>
  new Refusal('conflict', `The next mutation of this device is ${last + 1}. Push from there, without leaving one out.`, {
    expected: last + 1,
  })
