import { roleUrl, type Target } from './database-login.ts'
import { connected } from './provision.ts'

export interface AuditProblem {
  org_id: string
  seq: number
  problem: string
}

// Each entry's hash covers the one before it, so one edited or missing row breaks the chain at a place we can name.
const text = `
  with chained as (
    select org_id, seq, hash, entry,
      lag(hash, 1, '\\x00'::bytea) over w as before, lag(seq, 1, 0::bigint) over w as previous
    from audit window w as (partition by org_id order by seq)
  )
  select org_id, seq, case when seq <> previous + 1 then 'an entry before it is missing' else 'its content or hash was changed' end as problem
    from chained where seq <> previous + 1 or hash <> sha256(before || convert_to(seq::text || entry::text, 'UTF8'))
  union all
  select h.org_id, h.audit_seq, 'the last entries are missing or the end of the chain was changed'
    from log_heads h left join audit a on a.org_id = h.org_id and a.seq = h.audit_seq
    where h.audit_seq > 0 and a.hash is distinct from h.audit_hash
  order by 1, 2 limit 1000`

/** Reads every chain as the backup role, which sees all organizations and can change nothing. */
export async function verifyAudit(target: Target): Promise<AuditProblem[]> {
  return connected(roleUrl(target, 'baton_backup'), async (client) => (await client.query(text)).rows)
}
