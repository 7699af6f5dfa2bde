import { sql } from '../../platform/postgres.ts'

export const purgeBatch = sql<{ removed: number }>('select app.purge($1, $2, $3) as removed')
export const auditDue = sql<{ org_id: string }>('select audit_due as org_id from app.audit_due($1)')
export const auditEnd = sql<{ seq: number; hash: Buffer }>('select seq, hash from app.audit_end($1, $2, $3)')
export const trimAudit = sql<{ removed: number }>('select app.trim_audit($1, $2, $3, $4, $5) as removed')
export const oldestRows = sql<{ name: string; at: string | null }>('select name, at from app.oldest_rows()')
