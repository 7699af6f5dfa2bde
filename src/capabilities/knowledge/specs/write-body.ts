import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { addVersion, digestOf } from './add-version.ts'
import { changeSpec } from './change-spec.ts'
import { specVersionAdded } from './specs.events.ts'
import { versionOf, type SpecRow, type VersionRow } from './specs.queries.ts'

interface Written {
  spec: SpecRow
  latest: VersionRow
  version_added: boolean
  note: string | null
}

interface Writing {
  body: string
  based_on: number | undefined
  summary?: string | undefined
}

/** Makes a text the next version of a locked spec, unless it equals the current one. */
export async function writeBody(ctx: Context, before: SpecRow, { body, based_on, summary = '' }: Writing): Promise<Written> {
  const { ref, latest_version } = before
  if (based_on === undefined) {
    throw new Refusal('invalid', `Say based_on: the version of ${ref} that you edited, so that nobody’s words are lost. Use {getSpec}.`)
  }
  if (based_on !== latest_version) {
    throw new Refusal(
      'stale_version',
      `${ref} is at version ${latest_version}, not ${based_on}. See what changed with {getSpec} and compare: ${based_on}, then repeat.`,
      { latest_version },
    )
  }
  const current = await ctx.tx.one(versionOf, { org: ctx.org, spec: before.id, number: latest_version })
  if (current.body_sha256 === digestOf(body)) {
    const { body: _, ...latest } = current
    return { spec: before, latest, version_added: false, note: `The body is that of version ${latest_version}; no version was added.` }
  }
  const latest = addVersion(ctx, before, latest_version + 1, body, summary)
  const spec = changeSpec(ctx, before, { latest_version: latest.number })
  ctx.emit(specVersionAdded, { spec, added: latest })
  return { spec, latest, version_added: true, note: null }
}
