import type { NotificationKind } from '../../notices/notifications/notification-kinds.contract.ts'
import type { Tables } from '../../../platform/database-types.ts'
import { sql } from '../../../platform/postgres.ts'

export type ProviderName = 'slack' | 'linear' | 'jira'

export interface Settings {
  account: string
  workspace: string
  channel: string | null
  kinds: NotificationKind[]
}

export interface IntegrationRow extends Omit<Tables['auth.integrations'], 'provider' | 'settings'> {
  provider: ProviderName
  settings: Settings
}

export const integrationsOf = sql('select * from auth.integrations where user_id = :user order by provider').as<IntegrationRow>()
export const integrationOf = sql('select * from auth.integrations where user_id = :user and provider = :provider').as<IntegrationRow>()
export const integrationById = sql('select * from auth.integrations where id = :id').as<IntegrationRow>()
// New tokens end the connection opened with the old ones: its holder finds that it has lost the lease.
export const storeIntegration = sql(`insert into auth.integrations as i
    (id, user_id, provider, sealed, settings, succeeded_at, created_at, updated_at)
  values (:id, :user, :provider, :sealed, :settings, :now, :now, :now)
  on conflict (user_id, provider) do update set sealed = excluded.sealed, settings = excluded.settings, succeeded_at = :now, failed_at = null,
    failure = null, broken = false, held_by = null, held_until = null, updated_at = :now
  returning i.*`).as<IntegrationRow>()
export const deleteIntegrationOf = sql(
  'delete from auth.integrations where user_id = :user and provider = :provider returning *',
).as<IntegrationRow>()
export const recordSuccess = sql(
  'update auth.integrations set succeeded_at = :now, failed_at = null, failure = null, broken = false where id = :id',
)
export const recordFailure = sql(
  'update auth.integrations set failed_at = :now, failure = :failure, broken = broken or :broken where id = :id',
)
export const lockIntegrationsOf = sql("select pg_advisory_xact_lock(hashtextextended('integrations ' || :user::text, 0))")
