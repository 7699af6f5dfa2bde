import { recordPlace } from '../capabilities/oauth-server/records.ts'
import { seedPlace } from '../capabilities/second-factor/seal-seed.ts'
import { secretPlace } from '../capabilities/webhooks/signing-secret.ts'
import { createAuditAnchors } from '../platform/audit-anchors.ts'
import { readConfig } from '../platform/config.ts'
import { reseal } from '../platform/reseal.ts'
import { createSecretBox } from '../platform/secret-box.ts'

type Row = Record<string, unknown>

const totp = { table: 'auth.totp', key: ['user_id'], place: (row: Row) => seedPlace(row['user_id'] as string) }
const webhooks = {
  table: 'webhooks',
  key: ['org_id', 'id'],
  place: (row: Row) => secretPlace(row['org_id'] as string, row['id'] as string),
}
const records = {
  table: 'auth.oidc_records',
  key: ['model', 'hash'],
  place: (row: Row) => recordPlace(row['model'] as string, row['hash'] as Buffer),
}

const config = readConfig()
const columns = [
  { ...totp, column: 'seed' },
  { ...totp, column: 'next_seed' },
  { ...webhooks, column: 'secret' },
  { ...webhooks, column: 'previous_secret' },
  { ...records, column: 'payload' },
]
const count = await reseal(config, createSecretBox(config.SECRET_KEY), columns, createAuditAnchors(config.SECRET_KEY))
console.log(`Sealed ${count} values anew. Nothing needs the older keys of SECRET_KEY to be opened any more.`)
