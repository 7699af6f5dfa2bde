import { implement } from '../../kernel/operation.ts'
import * as contracts from './administration.contract.ts'
import { setSuspension } from './suspend-user.ts'

export const unsuspendUser = implement(contracts.unsuspendUser, (ctx, input) => setSuspension(ctx, input.id, null))
