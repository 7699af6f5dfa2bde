import { createHash } from 'node:crypto'
import type { TxContext } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { accessTo, attempt, valueOf } from '../connections/host-access.ts'
import { accessOf } from '../pulls/pulls.queries.ts'
import { recordPull } from '../pulls/record-pull.ts'
import * as contracts from './agents-md.contract.ts'
import { draftAgentsMd } from './draft-agents-md.ts'

type Wanted = Parameters<typeof draftAgentsMd>[1]

async function drafted(ctx: TxContext, wanted: Wanted) {
  const draft = await draftAgentsMd(ctx, wanted)
  const { repository } = draft
  if (!repository) throw new Refusal('conflict', 'No repository is connected to this project. Connect one first: {connectRepo}.')
  if (!repository.head_sha) throw new Refusal('conflict', 'This repository has not been read yet. Read it first: {syncRepo}.')
  return { ...draft, repository }
}

/** The same content gets the same branch, so that asking twice leads to one pull request. */
const branchFor = (path: string, content: string): string =>
  `baton/agents-md-${createHash('sha256').update(`${path}\n${content}`).digest('hex').slice(0, 12)}`

/** Commits the file to a branch and opens a pull request before the transaction, which records what was opened. */
export const proposeAgentsMd = implement(contracts.proposeAgentsMd, {
  async prepare(ctx, wanted) {
    const ready = await ctx
      .transaction('read', async (own) => {
        const draft = await drafted(own, wanted)
        const row = await own.tx.one(accessOf, { org: own.org, id: draft.repository.id })
        return { ...draft, access: await accessTo(own, row) }
      })
      .catch((error: unknown) => {
        // Refused again inside the transaction, where a retried call gets its first answer.
        if (error instanceof Refusal) return null
        throw error
      })
    if (!ready?.access || !ready.changed || ctx.call.dryRun) return null
    const { access, content, repository, project } = ready
    const { name, default_branch: base } = repository
    const title = `Update ${wanted.path}`
    const head = branchFor(wanted.path, content)
    const body = `Written by Baton from the project ${project.slug}: how to work here, and what its repository, decisions, specs and skills say. What people wrote outside of its markers is as it was.`
    return attempt(async () => {
      const session = await ctx.services.codeHost.open(access)
      await session.commitFile(name, { branch: head, base, path: wanted.path, content, message: title })
      return session.createPull(name, { title, body, head, base, draft: false, reviewers: [] })
    })
  },
  async handle(ctx, wanted, prepared) {
    const { repository, project, changed } = await drafted(ctx, wanted)
    const said = { project: project.slug, repo: repository.name, path: wanted.path }
    if (!changed) return { ...said, changed, pull_request: null }
    if (!prepared) throw new Refusal('conflict', 'This repository’s GitHub connection has ended. Grant access and connect it again.')
    const { pull, existed } = valueOf(prepared)
    await recordPull(ctx, repository, pull)
    return { ...said, changed, pull_request: { number: pull.number, url: pull.url, branch: pull.head_ref, existed } }
  },
})
