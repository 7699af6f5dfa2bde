import { recordPlace } from '../capabilities/identity/oauth-server/records.ts'
import { seedPlace } from '../capabilities/identity/second-factor/prove-totp.ts'
import { integrationPlace } from '../capabilities/integrations/accounts/credentials.ts'
import { tokenPlace, verifierPlace } from '../capabilities/repositories/connections/host-access.ts'
import { subscriptionPlace } from '../capabilities/notices/push/subscription.ts'
import { serverKeyPlace } from '../capabilities/machines/tunnels/require-tunnel.ts'
import { secretPlace } from '../capabilities/notices/webhooks/signing-secret.ts'
import { createAuditAnchors } from '../platform/audit-anchors.ts'
import { readConfig } from '../platform/config.ts'
import { sealPlace } from '../platform/instance-settings.ts'
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
const codeConnections = {
  table: 'code_connections',
  key: ['org_id', 'id'],
  place: (row: Row) => tokenPlace(row['org_id'] as string, row['id'] as string),
}
const tunnels = {
  table: 'tunnels',
  key: ['org_id', 'id'],
  place: (row: Row) => serverKeyPlace(row['org_id'] as string, row['id'] as string),
}
const codeHostLogins = {
  table: 'code_host_logins',
  key: ['org_id', 'state_hash'],
  place: (row: Row) => verifierPlace(row['org_id'] as string, (row['state_hash'] as Buffer).toString('hex')),
}
const pushSubscriptions = {
  table: 'auth.push_subscriptions',
  key: ['id'],
  place: (row: Row) => subscriptionPlace(row['id'] as string),
}
const integrations = {
  table: 'auth.integrations',
  key: ['id'],
  place: (row: Row) => integrationPlace(row['id'] as string),
}
const settings = { table: 'instance_settings', key: ['key'], place: (row: Row) => sealPlace(row['key'] as string) }

const config = readConfig()
const columns = [
  { ...totp, column: 'seed' },
  { ...totp, column: 'next_seed' },
  { ...webhooks, column: 'secret' },
  { ...webhooks, column: 'previous_secret' },
  { ...records, column: 'payload' },
  { ...codeConnections, column: 'token' },
  { ...codeHostLogins, column: 'verifier' },
  { ...pushSubscriptions, column: 'sealed' },
  { ...integrations, column: 'sealed' },
  { ...tunnels, column: 'server_key' },
  { ...settings, column: 'sealed' },
]
const count = await reseal(config, createSecretBox(config.SECRET_KEY), columns, createAuditAnchors(config.SECRET_KEY))
console.log(`Encrypted ${count} ${count === 1 ? 'value' : 'values'} with the new key. The older keys in SECRET_KEY are no longer needed.`)
