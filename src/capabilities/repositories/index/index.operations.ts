import { system, type Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { requireRepository } from '../repos/require-repository.ts'
import { reader } from './read-file.ts'
import * as contracts from './repository-index.contract.ts'
import * as queries from './repository-index.queries.ts'
import { ranksNear, writeMap } from './repository-map.ts'

const off = 'Embeddings are off, so code is searched by words alone.'
const failing = 'Embeddings do not work at the moment, so code is searched by words alone.'

export const getRepositoryIndex = implement(contracts.getRepositoryIndex, async (ctx, { repo }) => {
  const repository = await requireRepository(ctx, repo)
  const { id } = repository
  const { embeddings } = ctx.services
  const place = { org: ctx.org, repository: id }
  const [index, skipped, files, vectors] = await Promise.all([
    ctx.tx.row(queries.indexOf, place),
    ctx.tx.rows(queries.skipped, place),
    ctx.tx.one(queries.indexed, place),
    ctx.tx.one(queries.vectors, { ...place, model: embeddings.model?.id ?? null }),
  ])
  const isCurrent = index?.head_sha === repository.head_sha && index?.reader === reader
  return {
    repository_id: id,
    state: index ? (isCurrent ? ('current' as const) : ('behind' as const)) : ('none' as const),
    commit: index?.head_sha ?? null,
    indexed_at: index?.indexed_at ?? null,
    files_indexed: files.files,
    files_skipped: skipped,
    files_without_syntax: files.unparsed,
    files_redacted: files.redacted,
    pieces: vectors.pieces,
    vectors_missing: vectors.missing,
    note: vectors.missing === 0 ? null : embeddings.state === 'off' ? off : embeddings.state === 'failed' ? failing : null,
  }
})

export const getRepositoryMap = implement(contracts.getRepositoryMap, async (ctx, { repo, near, tokens }) => {
  const { id } = await requireRepository(ctx, repo)
  const index = await ctx.tx.row(queries.indexOf, { org: ctx.org, repository: id })
  if (!index) return { repository_id: id, commit: null, map: '', files: 0, files_in_all: 0 }
  const written = await writeMap(ctx, id, ranksNear(index.graph, near), tokens)
  return { repository_id: id, commit: index.head_sha, ...written, files_in_all: index.graph.paths.length }
})

const atOnce = 200

/** Enqueues the indexing of what a sync has stored. */
export async function indexStored(ctx: Context, repository: string): Promise<void> {
  if (await ctx.tx.row(queries.isDue, { org: ctx.org, reader, repository })) await ctx.enqueue('indexRepositories', {})
}

/** Runs on a schedule to find work that no sync triggers: a new reader or model, and jobs that were given up. */
export const queueCodeIndexes = implement(contracts.queueCodeIndexes, async (ctx) => {
  const model = ctx.services.embeddings.model?.id ?? null
  const waiting = await ctx.tx.rows(queries.organizationsToIndex, { reader, model, limit: atOnce })
  for (const { org_id } of waiting) {
    ctx.enter(system(org_id), org_id)
    await ctx.enqueue('indexRepositories', {})
    if (model) await ctx.enqueue('embedCode', {})
  }
  return { organizations: waiting.length }
})
