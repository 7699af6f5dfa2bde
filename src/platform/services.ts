import type { AccessTokens } from './access-tokens.ts'
import type { Assistant } from './assistant/assistant.ts'
import type { AuditAnchors } from './audit-anchors.ts'
import type { CiJobTokens } from './ci-job-tokens.ts'
import type { CodeHost } from './code-host/code-host.ts'
import type { Config } from './config.ts'
import type { Embeddings } from './embeddings/embeddings.ts'
import type { Files } from './files.ts'
import type { Slack } from './integrations/slack.ts'
import type { Trackers } from './integrations/tracker.ts'
import type { InstanceSettings } from './instance-settings.ts'
import type { OauthProviders } from './oauth-providers.ts'
import type { Mail } from './mail.ts'
import type { Presence } from './presence.ts'
import type { Push } from './push.ts'
import type { RefreshTokens } from './refresh-tokens.ts'
import type { SecretBox } from './secret-box.ts'
import type { SignedIds } from './signed-ids.ts'

/** What handlers may use besides their transaction; created once in `main`. */
export interface Services {
  config: Config
  accessTokens: AccessTokens
  ciJobTokens: CiJobTokens
  refreshTokens: RefreshTokens
  /** Signed ids of login sessions, by which a device is recognized. */
  deviceTokens: SignedIds
  /** Signs the log cursors of devices. */
  syncCursors: SignedIds
  files: Files
  attachments: Files
  secretBox: SecretBox
  settings: InstanceSettings
  auditAnchors: AuditAnchors
  mail: Mail
  push: Push
  presence: Presence
  oauth: OauthProviders
  codeHost: CodeHost
  slack: Slack
  /** Where work is imported from. */
  trackers: Trackers
  embeddings: Embeddings
  assistant: Assistant
}
