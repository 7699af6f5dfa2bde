import { userOf, type Context } from '../../../kernel/context.ts'
import { isPresent } from '../../../kernel/authorize.ts'
import { newId } from '../../../platform/ids.ts'
import { tellMentioned } from '../../agents/notices/tell.ts'
import { actingUsers } from '../features/authors.ts'
import type { FoundFeature } from '../features/feature-row.ts'
import { requireCommit } from '../features/require-feature.ts'
import type { Gate } from '../workflows/gate.ts'
import { insertVerdict } from './approvals.queries.ts'
import type { VerdictRow } from './verdict-row.ts'

interface Said {
  kind: VerdictRow['kind']
  verdict: VerdictRow['verdict']
  words: string
  self_approved: boolean
}

/** Stores a verdict at a gate, bound to the commit that its author looked at, or to the spec if there is no code yet. */
export async function recordVerdict(
  ctx: Context,
  feature: FoundFeature,
  gate: Gate,
  { kind, verdict, words, self_approved }: Said,
  commit: string | undefined,
): Promise<VerdictRow> {
  const user = userOf(ctx)
  // Sending back doesn't approve any commit, so it need not name one.
  const sha = gate.before_code ? null : verdict === 'send_back' ? feature.commit : requireCommit(feature, commit)
  const owner = (await actingUsers(ctx)).find((one) => one !== user) ?? null
  const row = await ctx.tx.one(insertVerdict, {
    org: ctx.org,
    id: newId(),
    feature: feature.id,
    gate: gate.key,
    kind,
    verdict,
    words,
    before_code: gate.before_code,
    commit: sha,
    spec_version: feature.spec_version,
    user,
    agent: ctx.principal.agent,
    agent_owner: owner,
    by_person: isPresent(ctx.principal, ctx.clock.now()),
    self_approved,
    now: ctx.clock.now(),
  })
  await tellMentioned(ctx, { ...feature, tool: 'get_feature' }, words)
  ctx.target(feature.id)
  return row
}
