import type { Context } from '../../../kernel/context.ts'
import type { ProviderName } from '../../../platform/provider-identity.ts'
import { digest, newSecret } from '../../../platform/secrets.ts'
import * as queries from './oauth-login.queries.ts'

const codeSeconds = 60

interface NewCode {
  purpose: 'login' | 'link'
  user: string
  provider: ProviderName
  subject: string
  email: string | null
  challenge: string | null
}

/** Issues the one-time code that the browser carries in the URL fragment instead of tokens. */
export async function issueCode(ctx: Context, { purpose, user, provider, subject, email, challenge }: NewCode): Promise<string> {
  const code = newSecret()
  const now = ctx.clock.now()
  const expiresAt = new Date(now.getTime() + codeSeconds * 1000)
  await ctx.tx.rows(queries.insertCode, {
    hash: digest(code),
    purpose,
    user,
    provider,
    subject,
    email,
    challenge,
    now,
    expires_at: expiresAt,
  })
  return code
}

export function spendCode(ctx: Context, code: string, purpose: NewCode['purpose']) {
  return ctx.tx.row(queries.useCode, { hash: digest(code), purpose, now: ctx.clock.now() })
}
