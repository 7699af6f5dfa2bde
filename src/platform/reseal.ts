import type pg from 'pg'
import type { Anchor, AuditAnchors } from './audit-anchors.ts'
import { roleUrl, type Target } from './database-login.ts'
import { connected } from './provision.ts'
import type { SecretBox } from './secret-box.ts'

/** A column with sealed values: the key of its rows, and the context a value is bound to. */
export interface SealedColumn {
  table: string
  column: string
  key: readonly string[]
  place(row: Record<string, unknown>): string
}

const batch = 500

/**
 * Reseals with the first SECRET_KEY everything sealed with an older one of the list, so that the old one can be removed. Values that change in
 * the meantime were sealed by a running process and are left as they are.
 */
export async function reseal(target: Target, box: SecretBox, columns: readonly SealedColumn[], anchors: AuditAnchors): Promise<number> {
  return connected(roleUrl(target, 'baton_owner'), async (client) => {
    let count = await resealAnchors(client, anchors)
    for (const column of columns) count += await resealColumn(client, box, column)
    return count
  })
}

async function resealColumn(client: pg.Client, box: SecretBox, { table, column, key, place }: SealedColumn): Promise<number> {
  const names = key.join(', ')
  let after: unknown[] = []
  let count = 0
  for (;;) {
    const beyond = after.length > 0 ? `and (${names}) > (${key.map((_, at) => `$${at + 1}`).join(', ')})` : ''
    const page = `select ${names}, ${column} as sealed from ${table} where ${column} is not null ${beyond} order by ${names} limit ${batch}`
    const { rows } = await client.query(page, after)
    for (const row of rows) {
      if (box.isCurrent(row.sealed)) continue
      const bound = place(row)
      const where = key.map((name, at) => `${name} = $${at + 3}`).join(' and ')
      const values = [box.seal(box.open(row.sealed, bound), bound), row.sealed, ...key.map((name) => row[name])]
      const { rowCount } = await client.query(`update ${table} set ${column} = $1 where ${column} = $2 and ${where}`, values)
      count += rowCount ?? 0
    }
    const last = rows.at(-1)
    if (rows.length < batch || !last) return count
    after = key.map((name) => last[name])
  }
}

/** An anchor that none of our keys has sealed stays as it is: `npm run audit:verify` reports it. */
async function resealAnchors(client: pg.Client, anchors: AuditAnchors): Promise<number> {
  let after = '00000000-0000-0000-0000-000000000000'
  let count = 0
  for (;;) {
    const { rows } = await client.query<Anchor & { seal: Buffer }>(
      `select org_id, anchor_seq::integer as seq, anchor_hash as hash, anchor_seal as seal from log_heads
       where anchor_seal is not null and org_id > $1 order by org_id limit ${batch}`,
      [after],
    )
    for (const { seal, ...anchor } of rows) {
      if (anchors.isCurrent(anchor, seal) || !anchors.holds(anchor, seal)) continue
      const values = [anchors.seal(anchor), seal, anchor.org_id]
      const { rowCount } = await client.query('update log_heads set anchor_seal = $1 where anchor_seal = $2 and org_id = $3', values)
      count += rowCount ?? 0
    }
    const last = rows.at(-1)
    if (rows.length < batch || !last) return count
    after = last.org_id
  }
}
