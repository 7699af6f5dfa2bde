import type { Context } from '../../kernel/context.ts'
import { accountByEmail, type AccountRow } from './login.queries.ts'

export const accountWithEmail = (ctx: Context, email: string): Promise<AccountRow | undefined> => ctx.tx.row(accountByEmail, [email])
