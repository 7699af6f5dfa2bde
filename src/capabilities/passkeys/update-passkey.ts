import { userOf } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { enterOwnLog } from '../login/enter-own-log.ts'
import * as contracts from './passkeys.contract.ts'
import { passkeyChanged } from './passkeys.events.ts'
import * as queries from './passkeys.queries.ts'

export const updatePasskey = implement(contracts.updatePasskey, async (ctx, { id, name, second_factor }) => {
  const user = userOf(ctx)
  const row = await ctx.tx.row(queries.updatePasskey, [id, user, name ?? null, second_factor ?? null])
  if (!row) throw notFound('passkey', id, 'List yours with GET /api/settings/passkeys.')
  enterOwnLog(ctx)
  ctx.emit(passkeyChanged, { user_id: user, passkey_id: row.id, name: row.name })
  ctx.target(row.id)
  return row
})
