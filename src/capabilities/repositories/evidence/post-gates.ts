import { createHash } from 'node:crypto'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import type { CheckReport } from '../../../platform/code-host/ci-session.ts'
import { gatesCheck } from '../../features/evidence/read-check.ts'
import { claimGatesCheck, recordGatesCheck, releaseGatesCheck } from './evidence.queries.ts'
import * as contracts from './gates-check.contract.ts'
import { reportGates } from './gates-report.ts'
import { withHost } from './open-host.ts'

/** Longer than a request to the host may take (20 s), and over before the retries of a job whose worker was lost. */
const claimSeconds = 25

/** One check on the head commit says what is missing. Written outside any transaction, by one worker at a time, and only if it changed. */
export const postGates = implement(contracts.postGates, {
  async prepare(ctx, { repository_id, sha }) {
    const claim = newId()
    const place = { org: ctx.org, repository: repository_id, sha, claim }
    const taken = await ctx.transaction('write', async (tx) => {
      const now = ctx.clock.now()
      const until = new Date(now.getTime() + claimSeconds * 1000)
      const row = await tx.tx.row(claimGatesCheck, { ...place, until, now })
      return row && { row, report: await reportGates(tx, repository_id, sha) }
    })
    if (!taken) throw new Refusal('in_progress', 'Another worker writes this check at the moment.', { retry_after: 1 })
    const { row, report } = taken
    const said = report && digestOf(report)
    if (!report || !said || row.said?.equals(said)) return { claim, check_id: null, said: null }
    try {
      const check_id = await withHost(ctx, repository_id, ({ name, session }) =>
        session.postCheck(name, sha, row.check_id, gatesCheck, report),
      )
      return { claim, check_id, said }
    } catch (error) {
      await ctx.transaction('write', (tx) => tx.tx.rows(releaseGatesCheck, { ...place, now: ctx.clock.now() }))
      throw error
    }
  },
  async handle(ctx, { repository_id, sha }, { claim, check_id, said }) {
    const place = { org: ctx.org, repository: repository_id, sha, claim }
    await ctx.tx.rows(recordGatesCheck, { ...place, check_id, said, now: ctx.clock.now() })
    return { posted: said !== null }
  },
})

const digestOf = (report: CheckReport): Buffer => createHash('sha256').update(JSON.stringify(report)).digest()
