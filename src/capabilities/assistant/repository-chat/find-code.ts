import type { TxContext } from '../../../kernel/context.ts'
import { rankFiles } from '../../../platform/code/rank-files.ts'
import { askTerms, type AskedTerms, type Index, readTerms, seekIn } from '../../memory/ranking/ask-terms.ts'
import { rank, tuned } from '../../memory/ranking/rank.ts'
import { termsToMatch } from '../../memory/ranking/term-weights.ts'
import { searchable, type Asked, type Question } from '../../memory/search/question-vector.ts'
import { graphStored, writeMap } from '../../repositories/index/repository-map.ts'
import type { Passages } from '../answers/resolve-citations.ts'
import { numbered } from '../answers/open-turn.ts'
import { verifyPassages } from './check-passages.ts'
import * as queries from './find-code.queries.ts'
import type { PieceRow } from './find-code.queries.ts'

const candidates = 200
const maxMatched = 20_000
const maxPassages = 10
const mapTokens = 1000
/** How many of the best pieces seed the ranking of files, and how many more files the map may bring in. */
const seedPieces = 15
const mapped = 20

/** Parameters that the recall measurement turns off or varies. */
export interface Parts {
  /** How much proximity on the map adds to a score at most; 0 leaves the map out. */
  map: number
  /** The boost for a piece whose path or definitions contain all words of the question. */
  named: number
  perFile: number
}
export const allParts: Parts = { map: 0.1, named: 0.6, perFile: 1 }

/** A repository and the commit whose files are stored. */
interface StoredRepository {
  id: string
  head_sha: string | null
}

export interface FoundCode {
  passages: Passages
  outline: string
}

/** The pieces of a repository that may answer a question: by words, by meaning and, with the map, by how files relate to each other. */
export async function findCode(
  ctx: TxContext,
  repository: StoredRepository,
  text: string,
  embedded: Asked,
  parts: Parts = allParts,
): Promise<FoundCode> {
  const place = { org: ctx.org, repository: repository.id }
  const [read, index, vector] = await Promise.all([readTerms(ctx.tx, text), codeIndex(ctx, place), searchable(ctx, embedded)])
  const { asked } = await askTerms(read, seekIn(ctx.tx, index))
  const question = 'vector' in vector ? vector : null
  const found = await weigh(ctx, place, asked, question, await idsOf(ctx, place, asked, question), [])
  const scored = score(found, asked, question !== null, parts)
  const graph = parts.map > 0 ? await graphStored(ctx, repository.id) : undefined
  if (!graph) return { passages: await passagesOf(ctx, repository, scored, parts), outline: '' }
  const seeds = new Map<string, number>()
  for (const { row, value } of scored.slice(0, seedPieces)) seeds.set(row.path, Math.max(seeds.get(row.path) ?? 0, value))
  const ranks = rankFiles(graph, seeds)
  const best = [...ranks].toSorted((a, b) => b[1] - a[1]).map(([path]) => path)
  const more = await weigh(ctx, place, asked, question, [], best.slice(0, mapped))
  const known = new Set(found.map(({ id }) => id))
  const all = score([...found, ...more.filter(({ id }) => !known.has(id))], asked, question !== null, parts)
  const near = Math.max(...ranks.values(), 1e-9)
  const lifted = all
    .map(({ row, value }) => ({ row, value: value + parts.map * Math.sqrt((ranks.get(row.path) ?? 0) / near) }))
    .toSorted((a, b) => b.value - a.value)
  const { map } = await writeMap(ctx, repository.id, ranks, mapTokens)
  return { passages: await passagesOf(ctx, repository, lifted, parts), outline: map }
}

type Place = { org: string; repository: string }

async function codeIndex(ctx: TxContext, place: Place): Promise<Index> {
  const { size } = await ctx.tx.one(queries.size, place)
  return {
    size,
    async count(terms) {
      const rows = await ctx.tx.rows(queries.termCounts, { ...place, terms })
      return terms.map((_, at) => rows.find(({ term }) => term === at + 1)?.count ?? 0)
    },
    like: () => Promise.resolve([]),
  }
}

async function idsOf(ctx: TxContext, place: Place, asked: AskedTerms, question: Question | null): Promise<string[]> {
  const chosen = termsToMatch(asked.counts[0] ?? [], maxMatched)
  const [words, meaning] = await Promise.all([
    chosen.length > 0
      ? ctx.tx.rows(queries.matching, {
          ...place,
          terms: chosen.map((term) => asked.terms[term]?.query ?? ''),
          weights: chosen.map((term) => asked.weights[term] ?? 0),
          limit: candidates,
        })
      : [],
    question ? ctx.tx.rows(queries.nearest, { ...place, model: question.model.id, vector: question.vector, limit: candidates }) : [],
  ])
  return [...new Set([...words, ...meaning].map(({ id }) => id))]
}

function weigh(
  ctx: TxContext,
  place: Place,
  asked: AskedTerms,
  question: Question | null,
  ids: string[],
  paths: string[],
): Promise<PieceRow[]> {
  const terms = asked.terms.map(({ query }) => query)
  return ctx.tx.rows(queries.weigh, {
    ...{ ...place, ids, paths, terms, name_terms: terms.map(inName) },
    ...{ model: question?.model.id ?? null, vector: question?.vector ?? null },
  })
}

/** The same term, but only in a path or the name of a definition, which the index marks with weight A. */
const inName = (query: string): string => query.replace(/'(?:[^']|'')*'/g, (lexeme) => `${lexeme}:A`).replaceAll(':A:*', ':A*')

interface Scored {
  row: PieceRow
  value: number
}

function score(rows: readonly PieceRow[], { weights }: AskedTerms, meaning: boolean, parts: Parts): Scored[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1
  const byId = new Map(rows.map((row) => [row.id, row]))
  const entries = rows.map(({ id, path, number, terms, name_terms, cosine }) => {
    const named = name_terms.reduce((sum, term) => sum + (weights[term] ?? 0), 0) / total
    return { id, lane: path, place: number, terms, cosine, ranked: true, boost: (1 + parts.named * named) * priorOf(path) }
  })
  return rank(entries, weights, meaning ? tuned : { ...tuned, text: 1, meaning: 0 }).flatMap(({ id, score: value }) => {
    const row = byId.get(id)
    return row ? { row, value } : []
  })
}

/** Tests and generated files rank lower, because they repeat what the code says. */
function priorOf(path: string): number {
  if (/(^|\/)(__tests__|tests?|specs?)\/|\.(test|spec)\.\w+$/.test(path)) return 0.8
  return /(^|\/)(CHANGELOG|package-lock|openapi)|\.(json|tsv|lock)$/.test(path) ? 0.7 : 1
}

async function passagesOf(ctx: TxContext, repository: StoredRepository, scored: readonly Scored[], { perFile }: Parts): Promise<Passages> {
  const count = new Map<string, number>()
  const chosen = scored.filter(({ row: { path } }) => {
    count.set(path, (count.get(path) ?? 0) + 1)
    return (count.get(path) ?? 0) <= perFile
  })
  const rows = chosen.slice(0, maxPassages).map(({ row }) => row)
  const places = rows.map(({ path, start_line, end_line, content }) => ({ path, start_line, end_line, text: content }))
  return numbered(
    (await verifyPassages(ctx, repository.id, places)).map((one) => ({
      ...{ kind: 'file' as const, id: null, ref: null, title: null, project: null, commit: repository.head_sha },
      ...one,
    })),
  )
}
