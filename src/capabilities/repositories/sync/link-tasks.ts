import type { Context } from '../../../kernel/context.ts'
import type { HostState } from '../../../platform/code-host/code-host.ts'
import { keysIn } from './keys.ts'
import { commitsNow, dropLinks, itemsWithKeys, type LinkRow, linksNow, pullsNow, putLinks } from './sync.queries.ts'

/** Links branches, pull requests and commits to the tasks whose keys they name; when a name changes, its links do too. */
export async function link(
  ctx: Context,
  place: { org: string; id: string },
  { branches, default_branch }: HostState,
  projects: readonly { key: string }[],
): Promise<boolean> {
  const prefixes = new Set(projects.map(({ key }) => key))
  const named: { kind: LinkRow['kind']; ref: string; keys: string[] }[] = []
  for (const { name } of branches) if (name !== default_branch) named.push({ kind: 'branch', ref: name, keys: keysIn(name, prefixes) })
  for (const { number, title, head_ref } of await ctx.tx.rows(pullsNow, place))
    named.push({ kind: 'pull_request', ref: String(number), keys: keysIn(`${title} ${head_ref}`, prefixes) })
  for (const { sha, keys } of await ctx.tx.rows(commitsNow, place)) named.push({ kind: 'commit', ref: sha, keys })
  const keys = [...new Set(named.flatMap((one) => one.keys))]
  const found = keys.length > 0 ? await ctx.tx.rows(itemsWithKeys, { ...place, keys }) : []
  const items = new Map(found.flatMap(({ id, key, former_keys }) => [key, ...former_keys].map((one) => [one, id] as const)))
  const wanted = new Map<string, LinkRow>()
  for (const { kind, ref, keys: some } of named) {
    for (const key of some) {
      const item_id = items.get(key)
      if (item_id) wanted.set(`${item_id} ${kind} ${ref}`, { item_id, kind, ref })
    }
  }
  const before = new Map((await ctx.tx.rows(linksNow, place)).map((one) => [`${one.item_id} ${one.kind} ${one.ref}`, one]))
  const added = [...wanted].flatMap(([key, one]) => (before.has(key) ? [] : [one]))
  const gone = [...before].flatMap(([key, one]) => (wanted.has(key) ? [] : [one]))
  if (added.length > 0) await ctx.tx.rows(putLinks, { ...place, rows: JSON.stringify(added) })
  if (gone.length > 0) await ctx.tx.rows(dropLinks, { ...place, rows: JSON.stringify(gone) })
  return added.length + gone.length > 0
}
