import type { z } from 'zod'
import { isPresent, levelsOf } from '../../../kernel/authorize.ts'
import type { Context, Principal } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { addActing } from '../features/authors.ts'
import type { FeatureRow, FoundFeature } from '../features/feature-row.ts'
import { summaryForLog } from '../features/features.events.ts'
import { requireCommit } from '../features/require-feature.ts'
import type { Rank } from '../workflows/gate.ts'
import { repositoriesOfProject } from './checks.queries.ts'
import type { EvidenceRow } from './evidence-row.ts'
import type { claim } from './evidence.contract.ts'
import { evidenceAdded } from './evidence.events.ts'
import { insertEvidence } from './evidence.queries.ts'
import type { Bound } from './read-check.ts'

/** The attachments of a claim that others can look at. */
interface Form {
  exit_code?: number | undefined
  log?: string | undefined
  url?: string | undefined
}

/** Only a key that an admin made for this purpose: an all-scopes key was not, and a member could make one for their own work. */
const isBuildServer = ({ credential, scopes, agent, organization }: Principal): boolean =>
  credential.kind === 'api_key' &&
  agent === null &&
  (scopes?.includes('ci:write') ?? false) &&
  organization !== null &&
  levelsOf(organization.role).includes('manage')

export type Claim = z.output<z.ZodObject<typeof claim>>

/** Stores a result for a locked, active feature, bound to its commit, or to its spec if there is no code yet. */
export async function recordEvidence(
  ctx: Context,
  feature: FoundFeature,
  said: Claim,
  commit: string | undefined,
  bound?: Bound,
  /** The rank that a receipt has earned, whoever submits it. */
  witnessed?: Rank,
): Promise<EvidenceRow> {
  requireSubstance(said)
  const beforeCode = isBeforeCode(feature, said.check)
  const sha = beforeCode ? null : requireCommit(feature, commit)
  const rank = bound?.rank ?? witnessed ?? (await rankOf(ctx, feature.project_id, said))
  const { principal } = ctx
  // Submitting evidence through an agent or a token makes the user an author; looking at the work in person doesn't.
  const vouches = rank !== 'ci' && !isBuildServer(principal) && principal.credential.kind !== 'interactive' && principal.user
  const [row] = await Promise.all([
    storeEvidence(ctx, feature, { ...said, rank, before_code: beforeCode, commit: sha }, bound),
    vouches && addActing(ctx, feature.id, 'evidence'),
  ])
  if (!row) throw new Error('a result that is no check run is always stored')
  ctx.target(feature.id)
  return row
}

interface Result extends Form {
  check: string
  outcome: 'pass' | 'fail'
  note?: string | undefined
  rank: Rank
  before_code: boolean
  commit: string | null
}

/** Stores a result and emits its event; does nothing for a check run that was recorded before. */
export async function storeEvidence(
  ctx: Context,
  feature: FeatureRow,
  said: Result,
  bound: Bound | undefined,
): Promise<EvidenceRow | undefined> {
  const { principal } = ctx
  const row = await ctx.tx.row(insertEvidence, {
    org: ctx.org,
    id: newId(),
    feature: feature.id,
    check_name: said.check,
    outcome: said.outcome,
    rank: said.rank,
    note: said.note ?? '',
    exit_code: said.exit_code ?? null,
    log: said.log ?? null,
    url: said.url ?? null,
    before_code: said.before_code,
    commit: said.commit,
    spec_version: feature.spec_version,
    ...bindingOf(bound),
    user: bound ? null : principal.user,
    agent: bound ? null : principal.agent,
    agent_kind: bound?.credential ?? principal.credential.kind,
    now: ctx.clock.now(),
  })
  if (!row) return undefined
  const { log: _, note: __, ...evidence } = row
  ctx.emit(evidenceAdded, { feature: summaryForLog(feature), evidence })
  return row
}

export const bindingOf = (bound: Bound | undefined) => ({
  repository_id: bound?.repository_id ?? null,
  workflow_path: bound?.workflow_path ?? null,
  event: bound?.event ?? null,
  app_id: bound?.app_id ?? null,
  check_id: bound?.check_id ?? null,
  completed_at: bound?.completed_at ?? null,
})

/** A result must come with something that others can look at. */
export function requireSubstance(said: Claim): void {
  if (said.outcome === 'pass' && said.exit_code) throw new Refusal('invalid', 'exit_code: a pass ends with 0. Report it as outcome fail.')
  if (!says(said.note) && !says(said.log) && !said.url)
    throw new Refusal('invalid', `evidence: say what shows \`${said.check}\`: a note, a url or a log. An outcome alone is not evidence.`)
}

const says = (text: string | undefined): boolean => Boolean(text?.trim())

export const isBeforeCode = ({ gates }: FeatureRow, check: string): boolean =>
  gates.some((gate) => gate.before_code && gate.kind === 'evidence' && gate.checks.some((one) => one.check === check))

/**
 * The rank of a result, derived from the credential and the attachments, never from what the caller says it is worth. If the project has a
 * repository, CI results come from the code host, and an API key, which can be copied, no longer counts as CI.
 */
export async function rankOf(ctx: Context, project: string, form: Form): Promise<Rank> {
  const { principal } = ctx
  if (principal.credential.kind === 'system') return 'observed'
  if (isBuildServer(principal)) return (await hasRepository(ctx, project)) ? 'reported' : 'ci'
  if (isPresent(principal, ctx.clock.now())) return 'observed'
  const attached = form.exit_code !== undefined || Boolean(form.log?.trim()) || Boolean(form.url)
  return attached ? 'reported' : 'claimed'
}

const hasRepository = async (ctx: Context, project: string): Promise<boolean> =>
  (await ctx.tx.rows(repositoriesOfProject, { org: ctx.org, project })).length > 0
