import { sql } from '../../../platform/postgres.ts'

export const closeOrganizations = sql('select app.close_organizations(:now) as handle').as<{ handle: string }>()
export const reopenOrganizations = sql('select app.reopen_organizations()')

export const closeAccount = sql('update auth.accounts set closed_at = :now, updated_at = :now where user_id = :user')
export const setUserClosed = sql('update users set closed_at = :closed_at, version = version + 1 where id = :id')
export const closedAt = sql('select closed_at from auth.accounts where user_id = :user and closed_at is not null').as<{
  closed_at: string
}>()

export const offerRestore = sql('update auth.accounts set restore_hash = :hash, restore_until = :restore_until where user_id = :user')
export const accountToRestore = sql(`select user_id, personal_org_id, closed_at
  from auth.accounts where restore_hash = :hash and restore_until > :now and closed_at is not null and suspended_at is null for update`).as<{
  user_id: string
  personal_org_id: string
  closed_at: string
}>()
export const reopenAccount = sql(
  'update auth.accounts set closed_at = null, restore_hash = null, restore_until = null, updated_at = :now where user_id = :user_id',
)

export const accountsToErase = sql('select app.accounts_to_erase(:before, :limit) as user_id').as<{ user_id: string }>()
export const eraseAccount = sql('select app.erase_account(:user, :before)')
export const isLastAdministrator = sql('select app.is_last_administrator(:user) as last').as<{ last: boolean }>()
