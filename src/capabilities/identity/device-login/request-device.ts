import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { digest, newSecret } from '../../../platform/secrets.ts'
import * as contracts from './device-login.contract.ts'
import * as queries from './device-login.queries.ts'
import { newUserCode, userCodeDigest } from './user-code.ts'

const lifetimeSeconds = 600
const interval = 5

export const requestDevice = implement(contracts.requestDevice, async (ctx, { client }) => {
  await ctx.tx.rows(queries.purgeExpired, { now: ctx.clock.now() })
  const device_code = newSecret()
  const user_code = await store(ctx, client, device_code)
  const verification_uri = new URL('/device', ctx.services.config.APP_URL).href
  const verification_uri_complete = `${verification_uri}?user_code=${user_code}`
  return { device_code, user_code, verification_uri, verification_uri_complete, expires_in: lifetimeSeconds, interval }
})

/** Returns the user code; one that happens to be in use is replaced by a new one. */
async function store(ctx: Context, client: string, deviceCode: string): Promise<string> {
  const now = ctx.clock.now()
  const expires = new Date(now.getTime() + lifetimeSeconds * 1000)
  const { address = null, device = null } = ctx.call
  for (let tries = 0; tries < 5; tries++) {
    const code = newUserCode()
    const row = {
      id: newId(),
      device_hash: digest(deviceCode),
      code_hash: userCodeDigest(code),
      client,
      address,
      device,
      now,
      expires_at: expires,
      interval,
    }
    if (await ctx.tx.row(queries.insertRequest, row)) return code
  }
  throw new Refusal('unavailable', 'No free code was found. Try again.', { retry_after: 1 })
}
