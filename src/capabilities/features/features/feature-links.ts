import type { Context } from '../../../kernel/context.ts'
import { notFound } from '../../../kernel/errors.ts'
import { linksOf, setLinks } from '../../links/links.ts'
import { requireSpec } from '../../knowledge/specs/require-spec.ts'

export interface Wanted {
  tasks?: string[] | undefined
  spec?: string | null | undefined
  spec_version?: number | undefined
}

export interface SpecLink {
  spec_id: string | null
  spec_version: number | null
}

/** The spec version to link: the newest one if none is named. */
export async function resolveSpec(ctx: Context, before: SpecLink, { spec, spec_version }: Wanted): Promise<SpecLink> {
  if (spec === undefined && spec_version === undefined) return before
  const name = spec === undefined ? before.spec_id : spec
  if (name === null) return { spec_id: null, spec_version: null }
  const found = await requireSpec(ctx, name, 'read')
  const version = spec_version ?? found.latest_version
  if (version > found.latest_version)
    throw notFound('version', String(version), `${found.ref} has the versions 1 to ${found.latest_version}.`)
  return { spec_id: found.id, spec_version: version }
}

/** Replaces the feature's links; without `tasks`, its links to tasks stay. */
export async function linkFeature(ctx: Context, id: string, { spec_id, spec_version }: SpecLink, tasks?: readonly string[]): Promise<void> {
  const from = { kind: 'feature', id } as const
  const kept = tasks ?? (await linksOf(ctx, from)).filter((link) => link.kind === 'task').map((link) => link.id)
  const spec = spec_id ? [{ kind: 'spec' as const, name: spec_id, version: spec_version }] : []
  await setLinks(ctx, from, [...kept.map((name) => ({ kind: 'task' as const, name })), ...spec])
}
