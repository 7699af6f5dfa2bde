import type { Context } from '../../../kernel/context.ts'
import { linksOf, setLinks, type Target } from '../../links/links.ts'

/** Sets the links of a task; each is named as `kind:name` or `kind:name@version`. Returns whether they have changed. */
export async function setNamedLinks(ctx: Context, task: string, names: readonly string[]): Promise<boolean> {
  const from = { kind: 'task', id: task } as const
  const before = await linksOf(ctx, from)
  const after = await setLinks(ctx, from, names.map(targetOf))
  const spell = (links: typeof after) => links.map(({ kind, id, version }) => `${kind} ${id} ${version}`).sort()
  return spell(before).join() !== spell(after).join()
}

function targetOf(text: string): Target {
  const [kind = '', rest = ''] = text.split(':')
  const [name = '', version] = rest.split('@')
  return { kind: kind as Target['kind'], name, version: version === undefined ? null : Number(version) }
}
