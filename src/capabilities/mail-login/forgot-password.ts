import { implement } from '../../kernel/operation.ts'
import { askForMail } from './ask-for-mail.ts'
import * as contracts from './mail-login.contract.ts'

export const forgotPassword = implement(contracts.forgotPassword, (ctx, { email }) => askForMail(ctx, 'reset', email))
