import { implement } from '../../kernel/operation.ts'
import { askForMail } from './ask-for-mail.ts'
import * as contracts from './mail-login.contract.ts'

export const sendMagicLink = implement(contracts.sendMagicLink, (ctx, { email }) => askForMail(ctx, 'magic_link', email))
