import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { digest } from '../../../platform/secrets.ts'
import { activeAccount } from '../login/accounts.ts'
import { principalOf } from '../login/open-account.ts'
import { openSession } from '../login/open-session.ts'
import * as contracts from './device-login.contract.ts'
import * as queries from './device-login.queries.ts'

const slowerBy = 5

/** The code is good for one session; until it is decided, polling too often increases the interval each time. */
export const pollDevice = implement(contracts.pollDevice, async (ctx, { device_code }) => {
  const request = await ctx.tx.row(queries.lockByDevice, { hash: digest(device_code), now: ctx.clock.now() })
  if (!request) {
    throw new Refusal('expired_token', 'This device code has expired or was used. Start again with {requestDevice}.')
  }
  if (!request.decision) throw await wait(ctx, request)
  await ctx.tx.rows(queries.removeRequest, { id: request.id })
  const account = request.decision === 'approved' ? await activeAccount(ctx, request.decided_by ?? '') : undefined
  if (!account) throw kept(new Refusal('access_denied', 'The login of this device was refused.'))
  ctx.enter(principalOf(account.id, account.personal_organization_id), account.personal_organization_id)
  ctx.target(account.id)
  return openSession(ctx, account, 'device', 'device')
})

async function wait(ctx: Context, request: { id: string; poll_seconds: number; polled_at: string | null }): Promise<Refusal> {
  const now = ctx.clock.now()
  const since = request.polled_at ? now.getTime() - new Date(request.polled_at).getTime() : Number.POSITIVE_INFINITY
  const early = since < request.poll_seconds * 1000
  const interval = early ? request.poll_seconds + slowerBy : request.poll_seconds
  await ctx.tx.rows(queries.notePoll, { id: request.id, now, interval })
  return kept(
    early
      ? new Refusal('slow_down', `Asked too often. Wait ${interval} seconds between two polls from now on.`, { interval })
      : new Refusal('authorization_pending', `Not decided yet. Ask again in ${interval} seconds.`, { interval }),
  )
}

function kept(refusal: Refusal): Refusal {
  return refusal.committing()
}
