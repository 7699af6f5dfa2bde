import type { z } from 'zod'
import type { Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { newId } from '../../platform/ids.ts'
import { actingUsers, addAuthors } from '../features/authors.ts'
import { told } from '../features/features.events.ts'
import type { FoundFeature } from '../features/feature-row.ts'
import { requireCommit } from '../features/require-feature.ts'
import type { claim } from './evidence.contract.ts'
import { evidenceAdded } from './evidence.events.ts'
import { insertEvidence } from './evidence.queries.ts'
import type { EvidenceRow } from './evidence-row.ts'
import { rankOf } from './rank.ts'

type Claim = z.output<z.ZodObject<typeof claim>>

/** Stores a result for a locked feature under way, bound to its commit, or to its spec where there is no code yet. */
export async function recordEvidence(ctx: Context, feature: FoundFeature, said: Claim, commit: string | undefined): Promise<EvidenceRow> {
  if (said.outcome === 'pass' && said.exit_code) throw new Refusal('invalid', 'exit_code: a pass ends with 0. Report it as outcome fail.')
  if (!says(said.note) && !says(said.log) && !said.url)
    throw new Refusal('invalid', `evidence: say what shows \`${said.check}\`: a note, a url or a log. An outcome alone is not evidence.`)
  const beforeCode = isBeforeCode(feature, said.check)
  const sha = beforeCode ? null : requireCommit(feature, commit)
  const { principal } = ctx
  const rank = rankOf(principal, said, ctx.clock.now())
  const row = await ctx.tx.row(insertEvidence, [
    ctx.org,
    newId(),
    feature.id,
    said.check,
    said.outcome,
    rank,
    said.note ?? '',
    said.exit_code ?? null,
    said.log ?? null,
    said.url ?? null,
    beforeCode,
    sha,
    feature.spec_version,
    principal.user,
    principal.agent,
    principal.credential.kind,
    ctx.clock.now(),
  ])
  if (!row) throw new Error('the evidence was not stored')
  // Whoever vouches for work through an agent or a token speaks for it; looking at it oneself does not make it one's own.
  if (rank !== 'ci' && principal.credential.kind !== 'interactive' && principal.user)
    await addAuthors(ctx, feature.id, await actingUsers(ctx), 'evidence')
  const { log: _, note: __, ...evidence } = row
  ctx.emit(evidenceAdded, { feature: told(feature), evidence })
  ctx.target(feature.id)
  return row
}

const says = (text: string | undefined): boolean => Boolean(text?.trim())

const isBeforeCode = ({ gates }: FoundFeature, check: string): boolean =>
  gates.some((gate) => gate.before_code && gate.kind === 'evidence' && gate.checks.some((one) => one.check === check))
