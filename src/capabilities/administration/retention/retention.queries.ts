import { sql } from '../../../platform/postgres.ts'

export const purgeBatch = sql('select app.purge(:table, :before, :limit) as removed').as<{ removed: number }>()
export const auditDue = sql('select audit_due as org_id from app.audit_due(:before)').as<{ org_id: string }>()
export const auditEnd = sql('select seq, hash from app.audit_end(:org_id, :before, :limit)').as<{ seq: number; hash: Buffer }>()
export const trimAudit = sql('select app.trim_audit(:org_id, :seq, :hash, :seal, :before) as removed').as<{ removed: number }>()
export const oldestRows = sql('select name, at from app.oldest_rows()').as<{ name: string; at: string | null }>()
