import { sql } from '../../platform/postgres.ts'

export const closeOrganizations = sql<{ handle: string }>('select app.close_organizations($1) as handle')
export const reopenOrganizations = sql('select app.reopen_organizations()')

export const closeAccount = sql('update auth.accounts set closed_at = $2, updated_at = $2 where user_id = $1')
export const setUserClosed = sql('update users set closed_at = $2, version = version + 1 where id = $1')
export const closedAt = sql<{ closed_at: string }>('select closed_at from auth.accounts where user_id = $1 and closed_at is not null')

export const offerRestore = sql('update auth.accounts set restore_hash = $2, restore_until = $3 where user_id = $1')
export const accountToRestore = sql<{
  user_id: string
  personal_org_id: string
  closed_at: string
}>(`select user_id, personal_org_id, closed_at
  from auth.accounts where restore_hash = $1 and restore_until > $2 and closed_at is not null and suspended_at is null for update`)
export const reopenAccount = sql(
  'update auth.accounts set closed_at = null, restore_hash = null, restore_until = null, updated_at = $2 where user_id = $1',
)

export const accountsToErase = sql<{ user_id: string }>('select app.accounts_to_erase($1, $2) as user_id')
export const eraseAccount = sql('select app.erase_account($1, $2)')
export const isLastAdministrator = sql<{ last: boolean }>('select app.is_last_administrator($1) as last')
