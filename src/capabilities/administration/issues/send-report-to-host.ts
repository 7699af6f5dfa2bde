import { instanceLog } from '../../../kernel/audit.ts'
import { system, type Context, type OutsideContext } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { HostFailure } from '../../../platform/code-host/code-host.ts'
import { sql } from '../../../platform/postgres.ts'
import { accessTo } from '../../repositories/connections/host-access.ts'
import { writerHere } from '../../work/transfer/continue-import.ts'
import * as contracts from './issues.contract.ts'

const repositoryById = sql('select id, name, host_id from repositories where org_id = :org and id = :id').as<{
  id: string
  name: string
  host_id: number
}>()
const maxAttempts = 5

interface Asked {
  report_id: string
  repository_id: string
  administrator_id: string
  title: string
  body: string
  since: string
}

/** The issue carries the report's id in an HTML comment: one created just before a worker died is found by it and not created twice. */
export const sendReportToHost = implement(contracts.sendReportToHost, {
  prepare: (ctx, input) =>
    makeIssue(ctx, input).catch((error: unknown) => {
      if (error instanceof HostFailure) return error
      throw error
    }),
  async handle(ctx, { attempt, ...input }, made) {
    const failed = made instanceof HostFailure
    const again = failed && (made.problem === 'rate_limited' || made.problem === 'unavailable') && attempt < maxAttempts
    if (again) {
      const startAfter = new Date(ctx.clock.now().getTime() + 60_000 * 2 ** (attempt - 1))
      await ctx.enqueue('sendReportToHost', { ...input, attempt: attempt + 1 }, { startAfter })
      return { url: null }
    }
    await record(ctx, input.report_id, failed ? { url: null, failure: made.message.slice(0, 300) } : { url: made, failure: null })
    return { url: failed ? null : made }
  },
})

async function makeIssue(ctx: OutsideContext, { report_id, repository_id, administrator_id, title, body, since }: Asked): Promise<string> {
  const way = await ctx.transaction('read', async (inside) => {
    const repository = await inside.tx.row(repositoryById, { org: ctx.org, id: repository_id })
    const member = await writerHere(inside, administrator_id)
    const access = repository && member ? await accessTo(inside, repository) : null
    return repository && access ? { name: repository.name, access } : null
  })
  if (!way) throw new HostFailure('no_access', 'The repository is no longer connected, or you may no longer write in its organization.')
  const session = await ctx.services.codeHost.open(way.access)
  const mark = `<!-- baton-report ${report_id} -->`
  const there = (await session.issues(way.name, since)).find((issue) => issue.body.includes(mark))
  return (there ?? (await session.createIssue(way.name, title, `${body}\n\n${mark}`))).url
}

/** The report belongs to the instance and the repository to an organization, so the report is updated by a job behind its own wall. */
async function record(ctx: Context, report_id: string, outcome: { url: string | null; failure: string | null }): Promise<void> {
  const { principal, org } = ctx
  ctx.enter(system(instanceLog), instanceLog)
  await ctx.enqueue('recordReportAtHost', { report_id, ...outcome })
  ctx.enter(principal, org)
}
