import { implement } from '../../kernel/operation.ts'
import { inviteByMail } from './invite-by-mail.ts'
import * as contracts from './invites.contract.ts'

export const createInvite = implement(contracts.createInvite, (ctx, input) => inviteByMail(ctx, input))
