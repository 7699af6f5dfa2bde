import { userOf, type Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { together } from '../../../platform/together.ts'
import { linkNew } from '../../links/link-by-names.ts'
import { requireProject } from '../../projects/require-project.ts'
import { nextNumber } from '../specs/add-version.ts'
import { decisionsGoverning } from './decisions-governing.ts'
import * as contracts from './decisions.contract.ts'
import { decisionLogged } from './decisions.events.ts'
import { insertDecision, sameTitle, type DecisionRow } from './decisions.queries.ts'
import { requireDecision, toLine, lockDecisions } from './require-decision.ts'
import { supersede } from './supersede.ts'
import { decidedNow, undecided } from './discuss.ts'
import { keepReferencesOf } from './references.ts'

export const logDecision = implement(contracts.logDecision, async (outer, { project: name, supersedes = [], links = [], ...input }) => {
  const ctx = together(outer)
  const [project, ...found] = await Promise.all([
    name === undefined ? null : requireProject(ctx, name, 'write'),
    ...[...new Set(supersedes)].map((one) => requireDecision(ctx, one, 'write')),
  ])
  const { title, status = 'accepted', context = '', rationale = '', alternatives = [], outcome = '', paths = [], tags = [] } = input
  const project_id = project?.id ?? null
  const [same, earlier, number] = await Promise.all([
    ctx.tx.rows(sameTitle, { org: ctx.org, project_id, title }),
    found.length > 0 ? lockDecisions(ctx, found, 'write') : [],
    nextNumber(ctx, 'decision', project_id ?? ctx.org),
  ])
  const at = ctx.clock.now().toISOString()
  const row: DecisionRow = {
    id: newId(),
    ref: project ? `${project.key}-D${number}` : `D${number}`,
    project_id,
    ...{ title, status, context, rationale, alternatives, outcome, paths: [...new Set(paths)], tags },
    superseded_by: null,
    ...(status === 'proposed' ? undecided : decidedNow(ctx)),
    created_by: userOf(ctx),
    created_by_agent_id: ctx.principal.agent,
    created_at: at,
    updated_at: at,
    deleted_at: null,
    version: 1,
  }
  ctx.emit(decisionLogged, { decision: toLine(row) })
  const [governing] = await Promise.all([
    // A superseded decision no longer governs anything, so if this one supersedes any, the query has to wait until that is done.
    earlier.length === 0 && alsoGoverning(ctx, project, row),
    ctx.tx.rows(insertDecision, { ...row, org: ctx.org, number, alternatives: JSON.stringify(alternatives) }),
    linkNew(ctx, { kind: 'decision', id: row.id }, links.filter(isOther(row)), project_id),
  ])
  await supersede(ctx, row, earlier)
  keepReferencesOf(ctx, row, true)
  ctx.target(row.id)
  return { ...row, same_title: same.map(({ ref }) => ref), governing: governing || (await alsoGoverning(ctx, project, row)) }
})

/** Drops links by the decision's own ref: it has that only now, so such a link leads nowhere. */
const isOther =
  ({ ref }: DecisionRow) =>
  (name: string) =>
    !name.toUpperCase().endsWith(ref)

const maxNamed = 5

/** Decisions in force that govern a path of this one, or whose paths this one governs. */
async function alsoGoverning(ctx: Context, project: { id: string } | null, { id, paths }: DecisionRow) {
  if (paths.length === 0) return []
  const { decisions } = await decisionsGoverning(ctx, project, paths.map(exampleOf))
  const others = decisions.map(({ decision }) => decision).filter((decision) => decision.id !== id)
  return others.slice(0, maxNamed).map(({ ref, title }) => ({ ref, title }))
}

/** An example of a file that a glob governs, to query with. */
const exampleOf = (glob: string): string =>
  (glob.endsWith('/') ? `${glob}x` : glob).replaceAll('**', 'x').replaceAll('*', 'x').replaceAll('?', 'x')
