import type { TxContext } from '../../../kernel/context.ts'
import { rankFiles, type FileGraph } from '../../../platform/code/rank-files.ts'
import { countTokens } from '../../../platform/count-tokens.ts'
import * as queries from './repository-index.queries.ts'

/** A file with the names that it defines. */
export interface MappedFile {
  path: string
  defines: string[]
}

/** At most this many of the best files can be on a map. */
const maxFiles = 300
const maxNames = 20

/** Which files of a repository use what others define, as of its index. */
export const graphStored = async (ctx: TxContext, repository: string): Promise<FileGraph | undefined> =>
  (await ctx.tx.row(queries.indexOf, { org: ctx.org, repository }))?.graph

/** The best files with what they define, best first, as many as fit into the given number of tokens. */
export async function mapFiles(
  ctx: TxContext,
  repository: string,
  ranks: ReadonlyMap<string, number>,
  tokens: number,
  names = maxNames,
): Promise<MappedFile[]> {
  const best = [...ranks].toSorted((a, b) => b[1] - a[1]).slice(0, maxFiles)
  const paths = best.map(([path]) => path)
  const rows = await ctx.tx.rows(queries.outlinesOf, { org: ctx.org, repository, paths })
  const defined = new Map(rows.map(({ path, definitions }) => [path, [...new Set(definitions.map(({ name }) => name))].slice(0, names)]))
  const files: MappedFile[] = []
  let left = tokens
  for (const path of paths) {
    const file = { path, defines: defined.get(path) ?? [] }
    left -= countTokens(lineOf(file)) + 1
    if (left < 0) break
    files.push(file)
  }
  return files
}

const lineOf = ({ path, defines }: MappedFile): string => {
  const name = path.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
  return defines.length > 0 ? `${name}: ${defines.join(', ')}` : name
}

/** Files as lines, by path. */
const linesOf = (files: readonly MappedFile[]): string =>
  files
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(lineOf)
    .join('\n')

export async function writeMap(
  ctx: TxContext,
  repository: string,
  ranks: ReadonlyMap<string, number>,
  tokens: number,
  names = maxNames,
): Promise<{ map: string; files: number }> {
  const files = await mapFiles(ctx, repository, ranks, tokens, names)
  return { map: linesOf(files), files: files.length }
}

/** Ranks files by closeness to the given ones or, if none is known, by how much of the repository leads to them. */
export function ranksNear(graph: FileGraph, near: readonly string[]): Map<string, number> {
  const known = new Set(graph.paths)
  const seeds = near.filter((path) => known.has(path))
  return rankFiles(graph, new Map((seeds.length > 0 ? seeds : graph.paths).map((path) => [path, 1])))
}
