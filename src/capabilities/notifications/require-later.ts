import type { Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'

const year = 366 * 86_400_000

/** A time to come, as it is stored. */
export function requireLater(ctx: Context, time: string): string {
  const ahead = Date.parse(time) - ctx.clock.now().getTime()
  if (!(ahead > 0 && ahead <= year)) throw new Refusal('invalid', 'Name a time in the future, within a year.')
  return new Date(time).toISOString()
}
