import { implement } from '../../kernel/operation.ts'
import { askForMail } from './ask-for-mail.ts'
import * as contracts from './mail-login.contract.ts'

export const sendCode = implement(contracts.sendCode, (ctx, { email }) => askForMail(ctx, 'code', email))
