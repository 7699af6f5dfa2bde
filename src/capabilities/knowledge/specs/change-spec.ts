import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { changedFields } from '../../changed-fields.ts'
import { specDeleted, specRestored, specUpdated } from './specs.events.ts'
import { updateSpec, type SpecRow } from './specs.queries.ts'

type Changes = Partial<Pick<SpecRow, 'title' | 'status' | 'tags' | 'latest_version' | 'deleted_at'>>

export function requireVersion(spec: SpecRow, version: number | undefined): void {
  if (version === undefined || version === spec.version) return
  throw new Refusal('stale_version', `Someone changed ${spec.ref} in the meantime; it is at version ${spec.version}. Read it again.`)
}

/** Applies the given fields to a locked spec and emits the events; `storeSpec` stores it. A new text is announced by whoever adds it. */
export function changeSpec(ctx: Context, before: SpecRow, wanted: Changes): SpecRow {
  const changed = changedFields(before, wanted)
  ctx.target(before.id)
  if (changed.length === 0) return before
  const named = Object.fromEntries(changed.map((field) => [field, wanted[field]]))
  const spec: SpecRow = { ...before, ...named, updated_at: ctx.clock.now().toISOString(), version: before.version + 1 }
  announce(ctx, spec, changed)
  return spec
}

/** Stored with COMMIT, once for all changes. */
export function storeSpec(ctx: Context, before: SpecRow, after: SpecRow): SpecRow {
  if (after !== before) ctx.tx.beforeCommit(updateSpec, { ...after, org: ctx.org })
  return after
}

function announce(ctx: Context, spec: SpecRow, changed: string[]): void {
  if (changed.includes('deleted_at')) return ctx.emit(spec.deleted_at ? specDeleted : specRestored, { spec })
  const told = changed.filter((field) => field !== 'latest_version')
  if (told.length > 0) ctx.emit(specUpdated, { spec, changed: told })
}
