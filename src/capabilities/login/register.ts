import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { countAttempt, requireAttempts } from './attempts.ts'
import * as contracts from './login.contract.ts'
import { openAccount } from './open-account.ts'
import { accountOf, openSession } from './open-session.ts'

export const register = implement(contracts.register, async (ctx, input) => {
  const { REGISTRATION, REGISTRATIONS_PER_HOUR } = ctx.services.config
  if (REGISTRATION !== 'open') {
    throw new Refusal('forbidden', 'Registration is closed on this instance. Ask an administrator for an invitation.')
  }
  const address = ctx.call.address ?? 'unknown'
  await requireAttempts(ctx, 'register_address', address, REGISTRATIONS_PER_HOUR)
  await countAttempt(ctx, 'register_address', address)
  const { user } = await openAccount(ctx, { ...input, role: 'user', verified: false })
  return openSession(ctx, await accountOf(ctx, user), 'password')
})
