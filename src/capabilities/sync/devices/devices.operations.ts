import { userOf } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { logHeadIn } from '../../log/read-log.ts'
import { nextExportAt } from '../transfer/export-limit.ts'
import { conflictResolved, deviceRegistered, deviceRemoved } from './devices.events.ts'
import * as queries from './devices.queries.ts'
import { requireDevice } from './require-device.ts'
import * as contracts from './sync-device.contract.ts'

const maxDevices = 50

export const registerSyncDevice = implement(contracts.registerSyncDevice, async (ctx, { name, client }) => {
  const user = userOf(ctx)
  const { count } = await ctx.tx.one(queries.countDevices, { org: ctx.org })
  if (count >= maxDevices) throw new Refusal('conflict', `You have ${maxDevices} devices here. Remove one that you no longer use first.`)
  const device = await ctx.tx.one(queries.insertDevice, { org: ctx.org, id: newId(), user, name, client, now: ctx.clock.now() })
  ctx.emit(deviceRegistered, { device: { id: device.id, name }, user_id: user })
  ctx.target(device.id)
  return device
})

export const removeSyncDevice = implement(contracts.removeSyncDevice, async (ctx, { device: id }) => {
  const device = await requireDevice(ctx, id, true)
  await ctx.tx.rows(queries.deleteDevice, { org: ctx.org, id })
  ctx.emit(deviceRemoved, { device: { id, name: device.name }, user_id: userOf(ctx) })
  ctx.target(id)
  return device
})

export const getSyncStatus = implement(contracts.getSyncStatus, async (ctx) => {
  const [head, devices, conflicts, exported, next] = await Promise.all([
    logHeadIn(ctx.tx, ctx.org),
    ctx.tx.rows(queries.devices, { org: ctx.org }),
    ctx.tx.rows(queries.conflicts, { org: ctx.org }),
    ctx.tx.row(queries.lastExport, { org: ctx.org }),
    nextExportAt(ctx),
  ])
  return {
    head,
    devices,
    conflicts,
    last_export_at: exported?.created_at ?? null,
    next_export_at: next?.toISOString() ?? null,
  }
})

export const resolveSyncConflict = implement(contracts.resolveSyncConflict, async (ctx, { conflict: id }) => {
  const conflict = await ctx.tx.row(queries.conflictById, { org: ctx.org, id })
  if (!conflict) throw notFound('conflict', id, 'Read {getSyncStatus} for those that are left.')
  await ctx.tx.rows(queries.deleteConflict, { org: ctx.org, id })
  const { kind, subject_id, field } = conflict
  ctx.emit(conflictResolved, { conflict: { id, kind, subject_id, field }, user_id: userOf(ctx) })
  ctx.target(id)
  return conflict
})
