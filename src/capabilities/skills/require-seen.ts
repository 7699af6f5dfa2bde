import type { Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { ZipFile } from '../../platform/zip/zip-file.ts'
import { contentHash } from './directory/skill-directory.ts'
import { findingsToken, type Finding } from './directory/scan-skill.ts'

/**
 * A stranger's text reaches an organization's agents only if a person decides so after seeing what a scan finds in exactly this content. The token is
 * handed out only with the findings, and differs for other findings or other content.
 */
export function requireSeen(ctx: Context, files: readonly ZipFile[], findings: readonly Finding[], seen: string | undefined): void {
  if (ctx.principal.credential.kind !== 'interactive') {
    throw new Refusal('needs_person', 'A skill of another organization is taken over by a person who has logged in. Ask one to do it.')
  }
  const findings_token = findingsToken(contentHash(files), findings)
  if (findings.length === 0 || seen === findings_token) return
  throw new Refusal(
    'needs_confirmation',
    'A scan finds something in this skill. Read the findings, and send findings_seen if you want it all the same.',
    {
      findings,
      findings_token,
    },
  )
}
