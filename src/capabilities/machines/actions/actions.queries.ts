import type { Tables } from '../../../platform/database-types.ts'
import { insert, sql } from '../../../platform/postgres.ts'
import type { Approval, Risk } from '../../../platform/tunnel-protocol.ts'

type State = 'queued' | 'approved' | 'denied' | 'sent' | 'acknowledged' | 'done' | 'failed' | 'unknown'

export type ActionRow = Omit<Tables['tunnel_actions'], 'org_id' | 'risk' | 'state' | 'approval'> & {
  risk: Risk
  state: State
  approval: Approval | null
}

const columns = `id, tunnel_id, action, risk, arguments, state, requested_by, decided_by, decided_at, approval, seq, expires_at, created_at, sent_at,
  acknowledged_at, ended_at, exit_code, output, error`

export const insertAction = sql(
  `${insert('tunnel_actions', ['org_id', 'id', 'tunnel_id', 'action', 'risk', 'arguments', 'state', 'requested_by', 'decided_by', 'decided_at', 'expires_at', 'created_at'])} returning ${columns}`,
).as<ActionRow>()
export const actionById = sql(
  `select ${columns} from tunnel_actions where org_id = :org and tunnel_id = :tunnel and id = :id and requested_by = :user`,
).as<ActionRow>()
export const lockAction = sql(`select ${columns} from tunnel_actions where org_id = :org and id = :id for update`).as<ActionRow>()
export const history = sql(`select ${columns} from tunnel_actions
  where org_id = :org and tunnel_id = :tunnel and requested_by = :user and id < :before and (:state::text is null or state = :state) order by id desc limit :limit`).as<ActionRow>()

/** If two people decide concurrently, only one of them still finds the action queued. */
export const decideAction =
  sql(`update tunnel_actions set state = :state, decided_by = :user, decided_at = :now, approval = :approval::jsonb,
    ended_at = case when :state = 'denied' then :now::timestamptz end
  where org_id = :org and tunnel_id = :tunnel and id = :id and state = 'queued' and expires_at > :now returning ${columns}`).as<ActionRow>()

/** Only the connection that holds the machine assigns sequence numbers to its actions, so they are sent in that order. */
export const lockHeld = sql(`select action_seq as seq, server_key from tunnels
  where org_id = :org and id = :tunnel and fence = :fence and deleted_at is null for update`).as<{
  seq: number
  server_key: Buffer
}>()
export const unacknowledged = sql(
  `select ${columns} from tunnel_actions where org_id = :org and tunnel_id = :tunnel and state = 'sent' order by seq`,
).as<ActionRow>()
export const approvedActions = sql(`select id from tunnel_actions
  where org_id = :org and tunnel_id = :tunnel and state = 'approved' and expires_at > :now order by decided_at, id limit 50 for update`).as<{
  id: string
}>()
export const sendAction = sql(
  `update tunnel_actions set state = 'sent', seq = :seq, sent_at = :now where org_id = :org and id = :id returning ${columns}`,
).as<ActionRow>()
export const countSent = sql('update tunnels set action_seq = :seq where org_id = :org and id = :tunnel')

export const noteAcknowledged = sql(`update tunnel_actions set state = 'acknowledged', acknowledged_at = :now
  where org_id = :org and tunnel_id = :tunnel and id = :id and state = 'sent' returning ${columns}`).as<ActionRow>()
/** A late result is still accepted; a result that is already known is not overwritten. */
export const noteResult =
  sql(`update tunnel_actions set state = :outcome, exit_code = :exit_code, output = :output, error = :error, ended_at = :now,
    acknowledged_at = coalesce(acknowledged_at, :now)
  where org_id = :org and tunnel_id = :tunnel and id = :id and (state in ('sent', 'acknowledged') or (state = 'unknown' and :outcome <> 'unknown'))
  returning ${columns}`).as<ActionRow>()
export const endAction = sql(
  `update tunnel_actions set state = :state, error = :error, ended_at = :now where org_id = :org and id = :id returning ${columns}`,
).as<ActionRow>()

interface SignerRow {
  credential_id: string
  name: string
  user_id: string
  public_key: Buffer
  fingerprint: string
  offered_at: string
  confirmed_at: string | null
}
const signerColumns = 'credential_id, name, user_id, public_key, fingerprint, offered_at, confirmed_at'
export const ownPasskey = sql('select credential_id, public_key, name from app.own_passkey(:id)').as<{
  credential_id: string
  public_key: Buffer
  name: string
}>()
export const signersOf = sql(
  `select ${signerColumns} from tunnel_signers where org_id = :org and tunnel_id = :tunnel order by offered_at, credential_id limit 50`,
).as<SignerRow>()
export const insertSigner =
  sql(`insert into tunnel_signers (org_id, tunnel_id, credential_id, user_id, name, public_key, fingerprint, offered_at)
  values (:org, :tunnel, :credential_id, :user, :name, :public_key, :fingerprint, :now)
  on conflict (org_id, tunnel_id, credential_id) do update set name = excluded.name returning ${signerColumns}`).as<SignerRow>()
/** The machine is authoritative: a key that it no longer lists is no longer confirmed. */
export const confirmSigners =
  sql(`update tunnel_signers set confirmed_at = case when fingerprint = any(:fingerprints) then :now::timestamptz end
  where org_id = :org and tunnel_id = :tunnel and (confirmed_at is not null) <> (fingerprint = any(:fingerprints)) returning name, fingerprint, user_id`).as<{
    name: string
    fingerprint: string
    user_id: string
  }>()
