import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { graphOf, type FileGraph } from '../../../platform/code/rank-files.ts'
import { newId } from '../../../platform/ids.ts'
import { readFile, reader, type ReadFile } from './read-file.ts'
import * as contracts from './repository-index.contract.ts'
import { repositoryIndexed } from './repository-index.events.ts'
import * as queries from './repository-index.queries.ts'

/** Files read per run: a few seconds of parsing, and a transaction that holds nobody up. */
const maxFiles = 60

/**
 * Reads what changed since a repository was last indexed, some files at a time; with the last of them its index is complete. Parsing
 * happens outside of the transaction.
 */
export const indexRepositories = implement(contracts.indexRepositories, {
  async prepare(ctx) {
    const due = await ctx.transaction('read', async ({ tx }) => {
      const repository = await tx.row(queries.dueRepository, { org: ctx.org, reader })
      if (!repository) return null
      const place = { org: ctx.org, repository: repository.id }
      const changed = await tx.rows(queries.changedFiles, { ...place, reader, limit: maxFiles + 1 })
      const isLast = changed.length <= maxFiles
      return { repository, changed: changed.slice(0, maxFiles), known: isLast ? await tx.rows(queries.outlines, place) : null }
    })
    if (!due) return null
    const files: ReadFile[] = []
    for (const file of due.changed) files.push(await readFile(file))
    const fresh = new Set(files.map(({ path }) => path))
    const all = due.known && [...due.known.filter(({ path }) => !fresh.has(path)), ...files]
    const graph = all && graphOf(all.map(({ path, definitions, uses }) => ({ path, definitions, references: uses })))
    return { repository: due.repository, files, graph }
  },
  async handle(ctx, _, prepared) {
    if (!prepared) return { files: 0, next: null }
    const { repository, files, graph } = prepared
    for (const file of files) await store(ctx, repository.id, file)
    if (graph) await finish(ctx, repository, graph)
    // Another repository may be due; a run that finds none ends the chain.
    return { files: files.length, next: {} }
  },
})

async function store(ctx: Context, repository: string, { path, blob_sha, parsed, redacted, definitions, uses, pieces }: ReadFile) {
  const place = { org: ctx.org, repository, path }
  await ctx.tx.rows(queries.removePieces, place)
  await ctx.tx.rows(queries.insertPieces, {
    ...{ ...place, blob_sha, ids: pieces.map(() => newId()), numbers: pieces.map((_, number) => number) },
    starts: pieces.map(({ start_line }) => start_line),
    ends: pieces.map(({ end_line }) => end_line),
    names: pieces.map(({ names }) => names),
    contents: pieces.map(({ text }) => text),
  })
  const kept = { definitions: JSON.stringify(definitions), uses: JSON.stringify(uses) }
  await ctx.tx.rows(queries.storeOutline, { ...place, blob_sha, reader, parsed, redacted, ...kept })
}

async function finish(ctx: Context, { id: repository, head_sha }: { id: string; head_sha: string }, graph: FileGraph): Promise<void> {
  const place = { org: ctx.org, repository }
  await ctx.tx.rows(queries.removeGonePieces, place)
  await ctx.tx.rows(queries.removeGoneOutlines, place)
  const now = ctx.clock.now()
  await ctx.tx.rows(queries.storeIndex, { ...place, head_sha, reader, graph: JSON.stringify(graph), files: graph.paths.length, now })
  for (const { project_id, name } of await ctx.tx.rows(queries.projectsOf, place))
    ctx.emit(repositoryIndexed, { repository: { id: repository, name }, commit: head_sha, files: graph.paths.length, project_id })
  if (ctx.services.embeddings.model) await ctx.enqueue('embedCode', {})
}
