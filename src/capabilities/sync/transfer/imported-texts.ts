import type { Context } from '../../../kernel/context.ts'
import { linkNames, nameKey } from '../../links/link-names.ts'
import { referencesIn } from '../../links/text-references.ts'
import { contentHash, filesOf } from '../../skills/directory/skill-directory.ts'
import { requireNotTakenDown } from '../../skills/store-version.ts'
import type { Kind } from '../records/records.contract.ts'
import type { Row } from './imported-record.ts'
import { insertReferences } from './transfer.queries.ts'

interface SkillVersion {
  description: string
  body: string
  frontmatter?: string | null
}

/** What administrators have taken down can't come back in a file either. */
export async function requireAllowedSkill(ctx: Context, row: Row): Promise<void> {
  for (const { description, body, frontmatter = null } of row['versions'] as SkillVersion[]) {
    const files = filesOf({ slug: String(row['slug']), description, body, frontmatter, archive: null })
    await requireNotTakenDown(ctx, contentHash(files))
  }
}

const sources = { item: 'task', comment: 'comment', note: 'note', spec: 'spec', decision: 'decision' } as const

const isSource = (kind: Kind): kind is keyof typeof sources => kind in sources

/** The texts of a record that are searched for names of other things; of a spec, its newest version. */
function textsOf(kind: keyof typeof sources, row: Record<string, unknown>): unknown[] {
  if (kind === 'item') return [row['description']]
  if (kind === 'comment') return [row['body']]
  if (kind === 'note') return [row['content']]
  if (kind === 'spec') {
    const versions = row['versions'] as { number: number; body: string }[]
    return versions.filter(({ number }) => number === row['latest_version']).map(({ body }) => body)
  }
  const alternatives = (row['alternatives'] as object[]).flatMap((one) => Object.values(one))
  return [row['context'], row['rationale'], row['outcome'], ...alternatives]
}

/** What refers to something is found through the names in its texts, as if they had been typed here. */
export async function keepTextReferences(ctx: Context, kind: Kind, rows: readonly Row[]): Promise<void> {
  if (!isSource(kind)) return
  const named = rows.flatMap(({ id, project_id: project = null, item_id: item = null, ...row }) => {
    const text = textsOf(kind, row).join('\n\n')
    // A note refers to what is in brackets alone.
    const names = kind === 'note' ? [...new Set(linkNames(text).map(nameKey))] : referencesIn(text)
    return names.map((name) => ({ id, name, project, item }))
  })
  if (named.length > 0) await ctx.tx.rows(insertReferences, { org: ctx.org, kind: sources[kind], rows: JSON.stringify(named) })
}
