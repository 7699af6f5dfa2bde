import type { TxContext } from '../../../kernel/context.ts'
import type { CheckReport } from '../../../platform/code-host/ci-session.ts'
import { missingToShip } from '../../features/gates/present-feature.ts'
import { recordsOf } from '../../features/gates/records-of.ts'
import { featuresAtCommit } from '../../features/features/require-feature.ts'
import { organizationHandle } from '../repos/repos.queries.ts'

const maxLines = 50

/**
 * What the features at a commit lack, for readers of the repository: refs and requirements but no titles, because a repository may have more
 * readers than the project. Green means that no gate requires anything more, so a merge that waits for it obeys every gate. Null if none.
 */
export async function reportGates(ctx: TxContext, repository: string, sha: string): Promise<CheckReport | null> {
  const features = await featuresAtCommit(ctx, repository, sha)
  if (features.length === 0) return null
  const records = await recordsOf(
    ctx,
    features.map(({ id }) => id),
  )
  const lines: string[] = []
  let count = 0
  for (const feature of features) {
    const missing = missingToShip(feature, records(feature.id))
    count += missing.length
    lines.push(`**${feature.ref}** ${feature.gate ? `is at the gate ${feature.gate}` : `is ${feature.status}`}.`)
    lines.push(...missing.map(({ gate, message }) => `- ${gate}: ${firstSentence(message)}`), '')
  }
  const [only] = features
  const { handle } = await ctx.tx.one(organizationHandle, { org: ctx.org })
  const where = features.length === 1 && only ? `/${handle}/features/${only.id}` : `/${handle}/pulls`
  return {
    title: count === 0 ? 'Every gate is open' : `${count} ${count === 1 ? 'requirement' : 'requirements'} missing`,
    summary: lines.slice(0, maxLines).join('\n'),
    isGreen: count === 0,
    url: new URL(where, ctx.services.config.APP_URL).href,
  }
}

/** Only what is missing: the rest, on how to supply it, names tools and pages that readers of the repository may not have. */
const firstSentence = (message: string): string => /^.*?[.](?= |$)/.exec(message)?.[0] ?? message
