import { implement } from '../../../kernel/operation.ts'
import { together } from '../../../platform/together.ts'
import { backlinksOf, linksOf } from '../../links/links.ts'
import * as contracts from './decisions.contract.ts'
import { countEntries, neighbourById, newestEntries, supersededBy, type EntryRow } from './decisions.queries.ts'
import { requireDecision } from './require-decision.ts'

const maxEntries = 20
const maxCharacters = 20_000

export const getDecision = implement(contracts.getDecision, async (outer, input) => {
  const decision = await requireDecision(outer, input.decision, 'read')
  const ctx = together(outer)
  const place = { org: ctx.org, decision: decision.id }
  const end = { kind: 'decision', id: decision.id } as const
  const [supersedes, successor, entries, counted, links, backlinks] = await Promise.all([
    ctx.tx.rows(supersededBy, place),
    decision.superseded_by ? ctx.tx.row(neighbourById, { org: ctx.org, superseded_by: decision.superseded_by }) : null,
    ctx.tx.rows(newestEntries, { ...place, limit: maxEntries }),
    ctx.tx.row(countEntries, place),
    linksOf(ctx, end),
    backlinksOf(ctx, end),
  ])
  return {
    ...decision,
    supersedes,
    superseded_by_decision: successor ?? null,
    discussion: newest(entries).toReversed(),
    discussion_count: counted?.count ?? 0,
    links,
    backlinks,
  }
})

/** As many of the newest as an agent can read at once, at least one. */
function newest(entries: readonly EntryRow[]): EntryRow[] {
  let room = maxCharacters
  return entries.filter(({ body }, place) => {
    room -= body.length
    return place === 0 || room >= 0
  })
}
