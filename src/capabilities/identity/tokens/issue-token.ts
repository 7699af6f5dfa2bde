import type { Context } from '../../../kernel/context.ts'
import { userOf } from '../../../kernel/context.ts'
import { newId } from '../../../platform/ids.ts'
import { digest, newSecret } from '../../../platform/secrets.ts'
import { insertToken, type TokenRow } from './tokens.queries.ts'

const day = 86_400_000

interface NewToken {
  kind: 'mcp' | 'api_key'
  prefix: 'svc_' | 'svc_live_' | 'svc_test_'
  name: string
  organization: string
  agent?: string | undefined
  scopes?: readonly string[]
  expires_in_days: number
}

/** Stores only the digest of a new secret; the secret itself exists in this return value and nowhere else. */
export async function issueToken(ctx: Context, token: NewToken): Promise<TokenRow & { secret: string }> {
  const secret = token.prefix + secretPart()
  const now = ctx.clock.now()
  const row = await ctx.tx.one(insertToken, {
    id: newId(),
    user: userOf(ctx),
    org: token.organization,
    agent: token.agent ?? null,
    kind: token.kind,
    name: token.name,
    hash: digest(secret),
    prefix: token.prefix,
    last_four: secret.slice(-4),
    scopes: token.scopes?.includes('*') ? null : (token.scopes ?? null),
    now,
    expires_at: new Date(now.getTime() + token.expires_in_days * day),
  })
  ctx.target(row.id)
  return { ...row, secret }
}

/** A key whose random part began with live_ or test_ would be taken for an MCP token. */
function secretPart(): string {
  for (;;) {
    const secret = newSecret()
    if (!/^(live|test)_/.test(secret)) return secret
  }
}
