import type { Context, OutsideContext } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { reachable } from '../evidence/evidence.queries.ts'
import { type OpenHost, withHost } from '../evidence/open-host.ts'
import { repositoryUpdated } from '../repos/repos.events.ts'
import { projectsOf } from '../repos/repos.queries.ts'
import { want as wantSync } from '../sync/sync.queries.ts'
import { forgetOwnWrites, noteOwnWrite, ownFields, ownWrites } from './host-writes.ts'
import { commentForHost, digestOfText } from './issue-texts.ts'
import * as queries from './issues.queries.ts'
import { agreedAfter, digestOf, fields, type IssueState, merge, only, stateOfIssue, stateOfTask } from './merge-issue.ts'
import { want } from './want-write.ts'
import * as contracts from './write-issue.contract.ts'

const claimSeconds = 120
const maxComments = 50
/** How far the host's clock may be behind ours. */
const skewMinutes = 10

interface Place {
  org: string
  repository: string
  number: number
}

interface Unsaid {
  id: string
  body: string
  author: string | null
}

interface Written {
  agreed: IssueState
  updated_at: string
  written: boolean
  /** Somebody has changed the issue in the meantime: a sync will fetch that. */
  behind: boolean
}

/** Writes to the host what changed here: outside any transaction, by one worker at a time, each write noted before it is sent. */
export const writeIssue = implement(contracts.writeIssue, {
  async prepare(ctx, { repository_id: repository, number }) {
    const claim = newId()
    const place = { org: ctx.org, repository, number }
    const now = ctx.clock.now()
    const until = new Date(now.getTime() + claimSeconds * 1000)
    const taken = await ctx.transaction('write', async ({ tx }) => {
      const link = await tx.row(queries.claimWrite, { ...place, claim, until, now })
      if (link) return { link, comments: await tx.rows(queries.unsaid, { ...place, limit: maxComments }) }
      if (await tx.row(queries.isClaimed, { ...place, now }))
        throw new Refusal('in_progress', 'Another worker writes this issue at the moment.', { retry_after: 1 })
      return null
    })
    if (!taken) return null
    const { title, state, task_title, status } = taken.link
    try {
      const outcome = await withHost(ctx, repository, async (host) => {
        const task = { ...stateOfTask({ title: task_title, status }), not_planned: status === 'cancelled' }
        const done = await writeState(ctx, host, place, { title, state }, task)
        for (const comment of taken.comments) await say(ctx, host, place, comment)
        return { ...done, said: taken.comments.length }
      })
      return { claim, outcome }
    } catch (error) {
      // What the host doesn't allow now it won't allow a moment later either; a person is shown why.
      if (error instanceof Refusal && error.code === 'conflict') return { claim, refused: error.message }
      await ctx.transaction('write', ({ tx }) => tx.rows(queries.releaseWrite, { ...place, claim, now: ctx.clock.now() }))
      throw error
    }
  },
  async handle(ctx, { repository_id: repository, number }, done) {
    if (!done) return { written: false }
    const place = { org: ctx.org, repository, number }
    const { claim, outcome, refused = null } = done
    if (outcome) {
      const { agreed, updated_at, behind, said } = outcome
      await ctx.tx.rows(queries.recordWrite, { ...place, claim, ...agreed, agreed: digestOf(agreed), updated_at })
      if (said === maxComments) await want(ctx, repository, number)
      if (behind) {
        await ctx.tx.rows(wantSync, { org: ctx.org, id: repository, now: ctx.clock.now() })
        await ctx.enqueue('syncRepository', { repository_id: repository })
      }
    }
    await tellRefused(ctx, { ...place, claim, refused })
    return { written: outcome !== undefined && (outcome.written || outcome.said > 0) }
  },
})

async function writeState(
  ctx: OutsideContext,
  { session, name }: OpenHost,
  { repository, number }: Place,
  link: IssueState,
  { not_planned, ...task }: IssueState & { not_planned: boolean },
): Promise<Written> {
  const found = await session.issue(name, number)
  const host = stateOfIssue(found)
  const ours = await ctx.transaction('read', (own) => ownWrites(own, repository, [number]))
  const base = { ...link, ...only(host, ownFields(ours, number, host)) }
  const { give, take } = merge(base, host, task)
  const outcome = { agreed: agreedAfter(base, host, task), behind: Object.keys(take).length > 0 }
  const given = fields.filter((field) => field in give)
  if (given.length === 0) return { ...outcome, updated_at: found.updated_at, written: false }
  await ctx.transaction('write', async (own) => {
    for (const field of given) {
      await forgetOwnWrites(own, repository, field, number)
      await noteOwnWrite(own, repository, field, number, task[field])
    }
  })
  const after = await session.updateIssue(name, number, { ...give, not_planned })
  // The host may store it in a normalized form.
  await ctx.transaction('write', async (own) => {
    for (const field of given) await noteOwnWrite(own, repository, field, number, stateOfIssue(after)[field])
  })
  return { ...outcome, updated_at: after.updated_at, written: true }
}

/** If a response was lost, the comment may exist all the same, so it is searched for before another one is posted. */
async function say(ctx: OutsideContext, { session, name }: OpenHost, { org, repository, number }: Place, { id, body, author }: Unsaid) {
  const text = commentForHost({ body, author: author ?? 'Somebody' })
  const before = await ctx.transaction('write', async (own) => {
    const at = (await ownWrites(own, repository, [number])).at('comment', number, text)
    if (!at) await noteOwnWrite(own, repository, 'comment', number, text)
    return at
  })
  const posted = before ? await lookFor(before) : undefined
  const { host_id } = posted ?? (await session.createIssueComment(name, number, text))
  await ctx.transaction('write', ({ tx }) => tx.rows(queries.commentSaid, { org, repository, comment: id, host_id }))

  async function lookFor(since: string) {
    const from = new Date(Date.parse(since) - skewMinutes * 60_000).toISOString()
    const same = (await session.commentsOf(name, number, from)).filter((one) => digestOfText(one.body).equals(digestOfText(text)))
    const ids = same.map((one) => one.host_id)
    const known = await ctx.transaction('read', ({ tx }) => tx.rows(queries.knownComments, { org, repository, ids }))
    return same.find((one) => !known.some((other) => Number(other.host_id) === one.host_id))
  }
}

/** The reason for the host's refusal is shown at the repository until a write succeeds. */
async function tellRefused(ctx: Context, values: Place & { claim: string; refused: string | null }): Promise<void> {
  const { org, repository } = values
  if (values.refused) await ctx.tx.rows(queries.dropClaim, values)
  const [changed] = await ctx.tx.rows(queries.setRefused, values)
  if (!changed) return
  const named = await ctx.tx.row(reachable, { org, repository })
  for (const { id: project_id } of await ctx.tx.rows(projectsOf, { org, repository }))
    ctx.emit(repositoryUpdated, { repository: { id: repository, name: named?.name ?? '' }, project_id })
}
