import { codeDigest, newCode, type MailingKind } from '../../src/capabilities/mail/mailings.ts'
import { newId } from '../../src/platform/ids.ts'
import { digest, newSecret } from '../../src/platform/secrets.ts'
import type { Baton } from './baton.ts'

/** The secret of a mail that counts as just sent, for tests that aren't about mail itself. */
export async function mailedSecret(
  baton: Pick<Baton, 'look' | 'node' | 'clock'>,
  kind: MailingKind,
  email: string,
  user: string | null = null,
): Promise<string> {
  const id = newId()
  const secret = kind === 'code' ? newCode() : newSecret()
  const hash = kind === 'code' ? codeDigest(baton.node.assembly.kernel, id, secret) : digest(secret)
  const now = baton.clock.now()
  await baton.look(
    `insert into auth.mailings (id, kind, email, user_id, hash, created_at, sent_at, expires_at)
      values ($1, $2, $3, $4, $5, $6, $6, $6::timestamptz + interval '10 minutes')`,
    [id, kind, email, user, hash, now],
  )
  return secret
}
