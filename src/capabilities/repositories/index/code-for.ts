import type { TxContext } from '../../../kernel/context.ts'
import { mentionedFiles, namesIn } from '../../../platform/code/mentioned-files.ts'
import { rankFiles } from '../../../platform/code/rank-files.ts'
import * as queries from './repository-index.queries.ts'
import { writeMap } from './repository-map.ts'

const maxRepositories = 3
const longestText = 4000
/** For all repositories together; small, because a briefing is read with every claim. */
const maxTokens = 300
const maxNames = 8
const named = 5

interface CodeOf {
  repo: string
  files: string
}

/** The part of a project's repositories that some work seems to be about: the files its text names, and those near them on the map. */
export async function codeFor(ctx: TxContext, project: string, about: string): Promise<CodeOf[]> {
  // A credential with scopes must not learn more from this than from the map itself.
  if (ctx.principal.scopes?.every((scope) => !scope.startsWith('repository:'))) return []
  const text = about.slice(0, longestText)
  const repositories = await ctx.tx.rows(queries.indexedIn, { org: ctx.org, project, limit: maxRepositories })
  const names = repositories.length > 0 ? namesIn(text) : []
  const ranked = []
  for (const { id, name, graph } of repositories) {
    const seeds = mentionedFiles(text, graph.paths)
    const definers = names.length > 0 ? await ctx.tx.rows(queries.definersOf, { org: ctx.org, repository: id, names }) : []
    for (const { path } of definers) seeds.set(path, (seeds.get(path) ?? 0) + named)
    const ranks = rankFiles(graph, seeds)
    if (ranks.size > 0) ranked.push({ id, name, ranks })
  }
  const found: CodeOf[] = []
  for (const { id, name, ranks } of ranked) {
    const { map } = await writeMap(ctx, id, near(ranks), Math.floor(maxTokens / ranked.length), maxNames)
    if (map) found.push({ repo: name, files: map })
  }
  return found
}

/** Drops files that are only distantly related. */
const near = (ranks: ReadonlyMap<string, number>): Map<string, number> => {
  const least = Math.max(...ranks.values()) / 50
  return new Map([...ranks].filter(([, rank]) => rank >= least))
}
