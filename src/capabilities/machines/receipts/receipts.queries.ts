import { insert, sql } from '../../../platform/postgres.ts'

export interface ReceiptRow {
  id: string
  tunnel_id: string
  user_id: string
  body: string
  signature: string
  public_key: Buffer
  rank: 'reported' | 'observed'
  reasons: string[]
  feature_id: string | null
  task_id: string | null
  evidence_id: string | null
  created_at: string
}

export interface NonceRow {
  tunnel_id: string
  user_id: string
  created_at: string
  expires_at: string
  used_at: string | null
}

export const insertNonce = sql(insert('receipt_nonces', ['org_id', 'nonce_hash', 'tunnel_id', 'user_id', 'created_at', 'expires_at']))
/** A nonce that expired a day ago is of no use, not even for reporting that it has expired. */
export const removeOldNonces = sql('delete from receipt_nonces where org_id = :org and tunnel_id = :tunnel and expires_at < :before')
// If two receipts name the same nonce, the second blocks on this lock and then sees that it was used.
export const lockNonce = sql(`select tunnel_id, user_id, created_at, expires_at, used_at from receipt_nonces
  where org_id = :org and nonce_hash = :hash for update`).as<NonceRow>()
export const useNonce = sql('update receipt_nonces set used_at = :now where org_id = :org and nonce_hash = :hash')

export const insertReceipt =
  sql(`insert into receipts (org_id, id, tunnel_id, user_id, public_key, body, body_sha256, signature, rank, reasons,
    feature_id, task_id, evidence_id, created_at)
  values (:org, :id, :tunnel, :user, :public_key, :body, :body_sha256, :signature, :rank, :reasons, :feature, :task, :evidence, :now)
  on conflict (org_id, body_sha256) do nothing returning id`).as<{ id: string }>()
export const receiptById =
  sql(`select id, tunnel_id, user_id, body, signature, public_key, rank, reasons, feature_id, task_id, evidence_id, created_at
  from receipts where org_id = :org and id = :id`).as<ReceiptRow>()
