import { userOf, type Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import type { Operation } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { conflictKept } from '../devices/devices.events.ts'
import { insertConflict, notePush } from '../devices/devices.queries.ts'
import { requireDevice } from '../devices/require-device.ts'
import { clampHlc, isLater, mergeFields, toHlc, type Stamp } from './merge.ts'
import { mergeable } from './mergeable.ts'
import type { Mutation, Outcome } from './push.contract.ts'
import { gap } from './push.operations.ts'
import * as queries from './push.queries.ts'

interface Push {
  device: string
  digest: Buffer
  mutation: Mutation
  /** Called with the stored outcome, which commits together with the effect. */
  onOutcome(outcome: Outcome): void
}

/** A concurrent push of the same device answered this mutation first. */
export class AnsweredBefore extends Refusal {}

/**
 * The operation with its handler wrapped in two sync steps: before it, the device is locked and the fields are merged; after it, the result is stored
 * in the same transaction. Authorization, parsing, events and audit remain those of the operation.
 */
export function asMutation(operation: Operation, { device, digest, mutation, onOutcome }: Push): Operation {
  const { mid, hlc } = mutation
  const { handle, after } = operation.phases
  const store = async (ctx: Context, outcome: Outcome) => {
    const now = ctx.clock.now()
    const values = { org: ctx.org, device, mid, operation: operation.name, digest, outcome: JSON.stringify(outcome), now }
    await ctx.tx.rows(queries.insertMutation, values)
    await ctx.tx.rows(notePush, { org: ctx.org, id: device, mid, now })
    onOutcome(outcome)
  }
  return {
    ...operation,
    // Null if every field lost to a later write.
    contract: { ...operation.contract, output: operation.contract.output.nullable() },
    phases: {
      ...operation.phases,
      async handle(ctx, input, prepared) {
        const held = await requireDevice(ctx, device, true)
        if (held.last_mid >= mid) throw new AnsweredBefore('conflict', 'Another push of this device has sent this mutation.')
        if (held.last_mid < mid - 1) throw gap(held.last_mid)
        const stamp = { hlc: clampHlc(hlc, ctx.clock.now().getTime()), device }
        const merge = await mergeInput(ctx, operation.name, input as Record<string, unknown>, mutation, stamp)
        try {
          // The outcome is stored here, so nothing may be added to the answer after the commit: a new task draws its number at once.
          const whole = { ...ctx, deferred: undefined }
          const result = merge?.nothingLeft ? null : await handle(whole, merge?.input ?? input, prepared)
          await merge?.settle(result)
          await store(ctx, { status: 'applied', result, ...(merge && { merged: merge.merged }) })
          return result
        } catch (error) {
          if (error instanceof Refusal && error.commits) await store(ctx, { status: 'rejected', result: null, error: problemOf(error) })
          throw error
        }
      },
      ...(after && { after: async (ctx, input, output, prepared) => void (output && (await after(ctx, input, output, prepared))) }),
    },
  }
}

export const problemOf = (refusal: Refusal): NonNullable<Outcome['error']> => {
  const { retry_after: _, ...extra } = refusal.extra
  return { ...extra, code: refusal.code, status: refusal.status, detail: refusal.message }
}

async function mergeInput(ctx: Context, name: string, input: Record<string, unknown>, mutation: Mutation, stamp: Stamp) {
  const rule = mergeable[name]
  const merges = rule && [...rule.texts, rule.set].some((field) => input[field] !== undefined)
  if (!rule || !merges || typeof input[rule.names] !== 'string') return null
  const find = { org: ctx.org, name: input[rule.names] }
  const first = await ctx.tx.row(rule.kind === 'task' ? queries.taskToMerge : queries.noteToMerge, find)
  // If it doesn't exist, the operation itself refuses, with its own message.
  if (!first) return null
  await ctx.tx.rows(queries.lockSubject, { subject: first.id })
  const subject = (await ctx.tx.row(rule.kind === 'task' ? queries.taskToMerge : queries.noteToMerge, find)) ?? first
  const clocks = await readClocks(ctx, subject.id)
  const { wanted, moved, lost, kept } = mergeFields({
    rule,
    current: subject.fields,
    base: mutation.base ?? {},
    wanted: input,
    stamp,
    clocks,
  })
  const conflicts = kept.map((one) => ({ ...one, id: newId() }))
  // Only the field that names the subject is left: everything else lost to later writes.
  const nothingLeft = Object.keys(wanted).every((field) => field === rule.names || field === 'version' || wanted[field] === undefined)
  return {
    input: wanted,
    nothingLeft,
    merged: { lost, conflicts: conflicts.map(({ id }) => id) },
    async settle(result: unknown) {
      const version = (result as { version?: number } | null)?.version ?? subject.version
      const now = ctx.clock.now()
      const at = { org: ctx.org, subject: subject.id, now }
      if (moved.length > 0) await ctx.tx.rows(queries.setClocks, { ...at, hlc: stamp.hlc, device: stamp.device, version, fields: moved })
      for (const { id, field, text } of conflicts) {
        await ctx.tx.rows(insertConflict, { ...at, id, user: userOf(ctx), device: stamp.device, kind: rule.kind, field, text })
        ctx.emit(conflictKept, { conflict: { id, kind: rule.kind, subject_id: subject.id, field }, user_id: userOf(ctx) })
      }
    },
  }
}

/** The clocks stored by sync; for a field written outside sync since then, the time of that write. */
async function readClocks(ctx: Context, subject: string): Promise<Map<string, Stamp>> {
  const rows = await ctx.tx.rows(queries.clocksOf, { org: ctx.org, subject })
  const clocks = new Map(rows.map(({ field, hlc, device_id }): [string, Stamp] => [field, { hlc, device: device_id }]))
  const known = new Map(rows.map(({ field, version }) => [field, version]))
  for (const { at, changed, version } of await ctx.tx.rows(queries.changesPastSync, { org: ctx.org, subject })) {
    const stamp = { hlc: toHlc(Date.parse(at)), device: '' }
    for (const field of changed ?? []) {
      if ((version ?? 0) > (known.get(field) ?? 0) && isLater(stamp, clocks.get(field))) clocks.set(field, stamp)
    }
  }
  return clocks
}
