import { recordUse, revokedAmong } from '../../capabilities/identity/login/authenticate.ts'
import { revokedOauthAmong } from '../../capabilities/identity/oauth-server/authenticate-token.ts'
import type { Principal } from '../../kernel/context.ts'
import type { Kernel } from '../../kernel/execute.ts'
import { authenticateMcp } from './authenticate.ts'

/** The MCP door's credential checks, done in this process or by the auth backend over HTTP. */
export interface Credentials {
  /** The principal that an Authorization header belongs to. */
  identify(authorization: string | undefined): Promise<Principal>
  /** Of the principals of open streams, those whose credential is no longer valid. */
  revokedAmong(principals: readonly Principal[]): Promise<Principal[]>
  recordUse(tokens: readonly string[]): Promise<void>
}

export function ownCredentials(kernel: Kernel): Credentials {
  return {
    identify: (authorization) => authenticateMcp(kernel, authorization),
    async revokedAmong(principals) {
      const oauth = principals.filter(({ credential }) => credential.kind === 'oauth')
      const others = principals.filter(({ credential }) => credential.kind !== 'oauth')
      const [ended, more] = await Promise.all([
        revokedOauthAmong(kernel, oauth),
        others.length > 0 ? revokedAmong(kernel, others) : new Set<Principal>(),
      ])
      return [...ended, ...more]
    },
    recordUse: (tokens) => recordUse(kernel, tokens),
  }
}
