import type { z } from 'zod'
import type { Context } from '../../../kernel/context.ts'
import { proofOf } from '../evidence/proof.ts'
import type { FeatureRow } from '../features/feature-row.ts'
import type { Feature, FeatureHead, GateProgress } from '../features/feature.contract.ts'
import { missingAt, type Missing, type Records } from './missing.ts'
import { recordsOf } from './records-of.ts'

type Head = z.input<typeof FeatureHead>

/** What blocks a feature from its next gate: every gate up to the current one must hold, including those it has passed. */
export const missingFor = (feature: FeatureRow, records: Records): Missing[] =>
  feature.status === 'active' ? feature.gates.slice(0, feature.position + 1).flatMap((gate) => missingAt(gate, feature, records)) : []

/** What blocks it from completion: every gate must hold, including those it hasn't reached. */
export const missingToShip = (feature: FeatureRow, records: Records): Missing[] =>
  feature.status === 'active' ? feature.gates.flatMap((gate) => missingAt(gate, feature, records)) : []

function progressOf({ gates, position, status }: FeatureRow, missing: readonly Missing[]): z.input<typeof GateProgress>[] {
  const stateOf = (key: string, place: number) => {
    if (place < position) return missing.some((one) => one.gate === key) ? 'withdrawn' : 'passed'
    if (place > position) return 'pending'
    return status === 'cancelled' ? 'cancelled' : 'current'
  }
  return gates.map(({ key }, place) => ({ key, state: stateOf(key, place) }))
}

function headOf(row: FeatureRow, missing: readonly Missing[], { evidence }: Records): Head {
  const {
    id,
    ref,
    project_id,
    title,
    status,
    workflow,
    gate,
    commit,
    owner_id,
    milestone_id,
    deleted_at,
    created_at,
    updated_at,
    version,
  } = row
  const gates = progressOf(row, missing)
  const passed = gates.filter(({ state }) => state === 'passed').length
  const where = { status, workflow, gate, gates, passed, of: gates.length, missing_count: missing.length, commit }
  // What was agreed on before there was code proves nothing about the code.
  const proven = proofOf(evidence.filter((one) => !one.before_code))
  return { id, ref, project_id, title, ...where, ...proven, owner_id, milestone_id, deleted_at, created_at, updated_at, version }
}

/** Features as a list shows them. */
export async function presentHeads(ctx: Context, rows: readonly FeatureRow[]): Promise<Head[]> {
  if (rows.length === 0) return []
  const records = await recordsOf(
    ctx,
    rows.map((row) => row.id),
  )
  return rows.map((row) => headOf(row, missingFor(row, records(row.id)), records(row.id)))
}

/** One feature with what it still lacks; `read` is its records, if they have been read already. */
export async function presentFeature(ctx: Context, row: FeatureRow, read?: Records): Promise<z.input<typeof Feature>> {
  const records = read ?? (await recordsOf(ctx, [row.id]))(row.id)
  const missing = missingFor(row, records)
  const { description, spec_id, spec_version, summary, recommendation, risks } = row
  const { created_by, created_by_agent_id, completed_at, cancelled_at } = row
  const text = { description, spec_id, spec_version, summary, recommendation, risks }
  return { ...headOf(row, missing, records), ...text, created_by, created_by_agent_id, completed_at, cancelled_at, missing }
}
