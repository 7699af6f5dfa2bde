import { implement } from '../../../kernel/operation.ts'
import { findSample, mayRemoveSample } from '../sample/find-sample.ts'
import * as contracts from './getting-started.contract.ts'
import { stepsDone } from './getting-started.queries.ts'

export const getGettingStarted = implement(contracts.getGettingStarted, async (ctx) => {
  const [{ hidden, ...steps }, sample] = await Promise.all([ctx.tx.one(stepsDone, { org: ctx.org }), findSample(ctx)])
  const all = Object.values(steps)
  return {
    steps,
    done: all.filter(Boolean).length,
    of: all.length,
    hidden,
    sample: sample && {
      project_id: sample.project_id,
      slug: sample.slug,
      name: sample.name,
      may_remove: mayRemoveSample(ctx, sample),
    },
  }
})
