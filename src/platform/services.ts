import type { AccessTokens } from './access-tokens.ts'
import type { Config } from './config.ts'
import type { SecretBox } from './secret-box.ts'

/** What handlers may use besides their transaction; `main` makes it once. */
export interface Services {
  config: Config
  accessTokens: AccessTokens
  secretBox: SecretBox
}
