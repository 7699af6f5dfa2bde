import type { z } from 'zod'
import type { TxContext } from '../../../kernel/context.ts'
import { fewUnsure } from '../../memory/ranking/grade.ts'
import type { Found, GradedThing } from './find-things.ts'
import type { search } from './search.contract.ts'
import { documentsNamed } from './search.queries.ts'

type Kind = z.input<(typeof search)['output']>['facets'][number]['kind']

/**
 * The hits as a person reads them who typed some words: what holds one of them or can be trusted, then what is named so as far as it was typed,
 * then the two of all others that come closest.
 */
export async function legible(ctx: TxContext, { question, things }: Pick<Found, 'question' | 'things'>): Promise<GradedThing[]> {
  const isTold = ({ terms, exact, confidence }: GradedThing) => exact || terms.length > 0 || confidence !== 'unsure'
  const others = things.filter((thing) => !isTold(thing))
  const rows = others.flatMap(({ row }) => row ?? [])
  const name = question.text.slice(0, longestName)
  const named = new Set(rows.length > 0 ? (await ctx.tx.rows(documentsNamed, { org: ctx.org, rows, name })).map(({ id }) => id) : [])
  return [
    ...things.filter(isTold),
    ...others.filter(({ id }) => named.has(id)),
    ...others.filter(({ id }) => !named.has(id)).slice(0, fewUnsure),
  ]
}

const longestName = 200

/** What the words found is counted in the database; what was found otherwise is counted here. */
export function facetsOf({ counts }: Pick<Found, 'counts'>, things: readonly GradedThing[]) {
  const shown = Map.groupBy(things, ({ kind }) => kind)
  return [...new Set([...counts.keys(), ...shown.keys()])]
    .map((kind) => ({ kind: kind as Kind, count: Math.max(counts.get(kind) ?? 0, shown.get(kind)?.length ?? 0) }))
    .toSorted((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1))
}
