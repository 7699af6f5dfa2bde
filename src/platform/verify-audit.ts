import type pg from 'pg'
import { createAuditAnchors, type Anchor } from './audit-anchors.ts'
import { roleUrl, type Target as DatabaseTarget } from './database-login.ts'
import { connected } from './provision.ts'

export interface AuditProblem {
  org_id: string
  seq: number
  problem: string
}

// Each entry's hash covers the one before it, so one edited or missing row breaks the chain at a place we can name. The first entry builds on the
// anchor, which stands for the entries that retention has removed.
const chains = `
  with chained as (
    select a.org_id, a.seq, a.hash, a.entry, lag(a.hash, 1, coalesce(h.anchor_hash, '\\x00'::bytea)) over w as before,
      lag(a.seq, 1, coalesce(h.anchor_seq, 0)) over w as previous
    from audit a left join log_heads h on h.org_id = a.org_id window w as (partition by a.org_id order by a.seq)
  )
  select org_id, seq::integer, case when seq <> previous + 1 then 'an entry before it is missing' else 'its content or hash was changed' end as problem
    from chained where seq <> previous + 1 or hash <> sha256(before || convert_to(seq::text || entry::text, 'UTF8'))
  union all
  select h.org_id, h.audit_seq, 'the last entries are missing or the end of the chain was changed'
    from log_heads h left join audit a on a.org_id = h.org_id and a.seq = h.audit_seq
    where h.audit_seq > 0 and coalesce(a.hash, case when h.anchor_seq = h.audit_seq then h.anchor_hash end) is distinct from h.audit_hash
  order by 1, 2 limit 1000`
const anchors = `select org_id, anchor_seq::integer as seq, anchor_hash as hash, anchor_seal as seal from log_heads
  where anchor_seq <> 0 or anchor_hash <> '\\x00' order by org_id`

interface Target extends DatabaseTarget {
  SECRET_KEY: readonly string[]
}

/**
 * Reads every chain as the backup role, which sees all organizations and can change nothing. Where PostgreSQL's administrator could not give it
 * that right, it would see no chain at all and find them whole: then as the owner, who sees all by policy.
 */
export async function verifyAudit(target: Target): Promise<AuditProblem[]> {
  const { holds } = createAuditAnchors(target.SECRET_KEY)
  const seesAll = (client: pg.Client) => client.query('select rolbypassrls as yes from pg_roles where rolname = current_user')
  const [sees] = (await connected(roleUrl(target, 'baton_backup'), seesAll)).rows
  return connected(roleUrl(target, sees.yes ? 'baton_backup' : 'baton_owner'), async (client) => {
    await client.query('set default_transaction_read_only = on')
    const broken: AuditProblem[] = (await client.query(chains)).rows
    const sealed: (Anchor & { seal: Buffer | null })[] = (await client.query(anchors)).rows
    const forged = sealed
      .filter((anchor) => !holds(anchor, anchor.seal))
      .map(({ org_id, seq }) => ({
        org_id,
        seq,
        problem: 'the anchor of the removed entries was not sealed by this server, or with a key that is no longer in SECRET_KEY',
      }))
    return [...forged, ...broken]
  })
}
