import { userOf } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { enterOwnLog } from '../login/enter-own-log.ts'
import * as contracts from './passkeys.contract.ts'
import { passkeyDeleted } from './passkeys.events.ts'
import * as queries from './passkeys.queries.ts'

export const deletePasskey = implement(contracts.deletePasskey, async (ctx, { id }) => {
  const user = userOf(ctx)
  const row = await ctx.tx.row(queries.deletePasskey, [id, user])
  if (!row) throw notFound('passkey', id, 'List yours with GET /api/settings/passkeys.')
  enterOwnLog(ctx)
  ctx.emit(passkeyDeleted, { user_id: user, passkey_id: row.id, name: row.name })
  ctx.target(row.id)
  return { ...row, deleted_at: ctx.clock.now().toISOString() }
})
