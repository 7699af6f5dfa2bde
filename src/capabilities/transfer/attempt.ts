import type { Context } from '../../kernel/context.ts'
import { Refusal, toRefusal } from '../../kernel/errors.ts'
import { sql } from '../../platform/postgres.ts'

const savepoint = sql('savepoint attempt')
const release = sql('release savepoint attempt')
const rollback = sql('rollback to savepoint attempt')

/** Runs `work` so that a refusal undoes it alone, rows and events, and the transaction goes on. What is nobody's fault is thrown. */
export async function attempt<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T | Refusal> {
  const events: (() => void)[] = []
  const own: Context = { ...ctx, emit: (kind, data) => void events.push(() => ctx.emit(kind, data)) }
  await ctx.tx.rows(savepoint, [])
  try {
    const result = await work(own)
    await ctx.tx.rows(release, [])
    for (const emit of events) emit()
    return result
  } catch (error) {
    const refusal = toRefusal(error)
    if (refusal.status >= 500) throw error
    await ctx.tx.rows(rollback, [])
    return refusal
  }
}
