import { sql } from '../../../platform/postgres.ts'
import { authorSql } from '../../agents/agents/author-sql.ts'

/** How much of a text is searched for the passage that answers. */
const maxRead = 20_000

export interface DocumentRow {
  id: string
  kind: string
  ref: string | null
  title: string
  body: string
  length: number
  project: string | null
  at: string
  by: string
  status: string | null
  superseded_by: string | null
}

const source = <Kinds extends string, From extends string, Columns extends string, Table extends string>(
  kinds: Kinds,
  from: From,
  columns: Columns,
  table: Table,
) =>
  `select i.id, s.updated_at as at, ${authorSql('s')} as by, ${columns} from items i join ${table} s on s.org_id = i.org_id and s.id = i.id ${from}
    where i.kind in (${kinds})` as const
// Rows that were already found and checked for visibility; the row that answers may be a comment of the item it stands for.
export const documents = sql(`with items as (
    select d.org_id, d.id as row_id, m.id, m.kind, m.ref, m.title, left(d.body, ${maxRead}) as body, length(d.body) as length, p.slug as project
    from search_documents d join search_documents m on m.org_id = d.org_id and m.id = d.item_id
      left join projects p on p.org_id = m.org_id and p.id = m.project_id
    where d.org_id = :org and d.id = any(:documents::uuid[])
  ), said as (
    ${source("'task', 'story', 'epic'", '', 's.status, null as superseded_by', 'work_items')}
    union all ${source("'note'", '', 'null, null', 'notes')}
    union all ${source("'spec'", '', 's.status, null', 'specs')}
    union all ${source("'feature'", '', 's.status, null', 'features')}
    union all ${source("'decision'", 'left join decisions n on n.org_id = s.org_id and n.id = s.superseded_by', 's.status, n.ref', 'decisions')}
  ) select i.id, i.kind, i.ref, i.title, i.body, i.length, i.project, s.at, s.by, s.status, s.superseded_by
    from items i join said s on s.id = i.id`).as<DocumentRow>()
