import { type Context, type TxContext } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { requireFeature } from '../../features/features/require-feature.ts'
import { presentHeads } from '../../features/gates/present-feature.ts'
import { decisionsGoverning } from '../../knowledge/decisions/decisions-governing.ts'
import { requireProject } from '../../projects/require-project.ts'
import { requireItem } from '../../work/items/require-item.ts'
import { accessTo, attempt, valueOf } from '../connections/host-access.ts'
import { organizationHandle, projectsOf } from '../repos/repos.queries.ts'
import { requireRepository } from '../repos/require-repository.ts'
import { keysIn } from '../sync/keys.ts'
import * as contracts from './pulls.contract.ts'
import { accessOf, featuresOf, tasksNamed } from './pulls.queries.ts'
import { recordPull } from './record-pull.ts'

interface Asked {
  repo: string
  tasks?: string[] | undefined
}

/** Everything that is checked before calling the host; the transaction checks it again and reports what is wrong. */
async function placeOf(ctx: TxContext, { repo, tasks = [] }: Asked) {
  const repository = await requireRepository(ctx, repo)
  const projects = await ctx.tx.rows(projectsOf, { org: ctx.org, repository: repository.id })
  const names = tasks.flatMap((one) => [one, one.toUpperCase()])
  const found = tasks.length > 0 ? await ctx.tx.rows(tasksNamed, { org: ctx.org, names }) : []
  return { repository, projects, tasks: found }
}

/** The title names the tasks, which keeps them linked, here and for readers at the host. */
function titleWith(title: string, tasks: readonly { key: string }[]): string {
  const named = keysIn(title, new Set(tasks.map(({ key }) => key.slice(0, key.lastIndexOf('-')))))
  const missing = tasks.map(({ key }) => key).filter((key) => !named.includes(key))
  return (missing.length > 0 ? `${missing.join(', ')}: ${title}` : title).slice(0, 256)
}

export const createPr = implement(contracts.createPr, {
  async prepare(ctx, input) {
    const ready = await ctx
      .transaction('read', async (own) => {
        const place = await placeOf(own, input)
        const row = await own.tx.one(accessOf, { org: own.org, id: place.repository.id })
        return { ...place, access: await accessTo(own, row), base: input.base ?? row.default_branch }
      })
      .catch((error: unknown) => {
        if (error instanceof Refusal) return null
        throw error
      })
    const outside = ready?.tasks.some(({ project_id }) => !ready.projects.some(({ id }) => id === project_id))
    if (!ready?.access || outside || ready.tasks.length < (input.tasks?.length ?? 0) || ctx.call.dryRun) return null
    const { access, base, repository, tasks } = ready
    return attempt(async () => {
      const session = await ctx.services.codeHost.open(access)
      const { body = '', head, draft = false, reviewers = [] } = input
      const made = await session.createPull(repository.name, { title: titleWith(input.title, tasks), body, head, base, draft, reviewers })
      return { ...made, paths: await session.changedPaths(repository.name, base, head) }
    })
  },
  async handle(ctx, input, prepared) {
    const { repository, projects, tasks } = await placeOf(ctx, input)
    for (const task of input.tasks ?? []) {
      const { project_id } = await requireItem(ctx, 'task', task, 'read')
      if (!projects.some(({ id }) => id === project_id))
        throw new Refusal(
          'conflict',
          'A pull request names tasks of its repository’s projects. Connect the repository to the task’s project first.',
        )
    }
    if (!prepared) throw new Refusal('conflict', 'This repository’s GitHub connection has ended. Grant access and connect it again.')
    const { pull, unasked, existed, paths } = valueOf(prepared)
    await recordPull(ctx, repository, pull, tasks)
    return {
      repo: repository.name,
      number: pull.number,
      url: pull.url,
      title: pull.title,
      draft: pull.draft,
      existed,
      tasks: tasks.map(({ key }) => key),
      gates: await gatesOf(
        ctx,
        tasks.map(({ id }) => id),
      ),
      governed: await governedBy(ctx, repository.projects, paths),
      not_asked: unasked,
    }
  },
  // The state of the gates is known only once it is recorded; until somebody else edits the text, it is ours to write.
  async after(ctx, input, output) {
    if (output.existed || ctx.call.dryRun || (output.tasks.length === 0 && output.governed.length === 0)) return
    const ready = await ctx.transaction('read', async (own) => {
      const { repository } = await placeOf(own, input)
      const { handle } = await own.tx.one(organizationHandle, { org: own.org })
      return { access: await accessTo(own, await own.tx.one(accessOf, { org: own.org, id: repository.id })), name: repository.name, handle }
    })
    if (!ready.access) return
    const session = await ctx.services.codeHost.open(ready.access)
    const home = `${ctx.services.config.APP_URL}/${ready.handle}`
    await session.updatePullBody(ready.name, output.number, bodyOf(input.body ?? '', output, home))
  },
})

async function governedBy(ctx: Context, projects: readonly string[], paths: readonly string[]) {
  const found = new Map<string, { decision: string; title: string; paths: string[] }>()
  for (const slug of projects) {
    const { decisions } = await decisionsGoverning(ctx, await requireProject(ctx, slug, 'read'), paths)
    for (const { decision, governs } of decisions)
      found.set(decision.ref, { decision: decision.ref, title: decision.title, paths: governs.slice(0, 20) })
  }
  return [...found.values()]
}

async function gatesOf(ctx: Context, tasks: readonly string[]) {
  if (tasks.length === 0) return []
  const features = []
  for (const { id } of await ctx.tx.rows(featuresOf, { org: ctx.org, tasks })) {
    const feature = await requireFeature(ctx, id, 'read').catch(() => null)
    if (feature) features.push(feature)
  }
  const heads = await presentHeads(ctx, features)
  return heads.map(({ ref, title, gate, missing_count }) => ({ feature: ref, title, gate, missing: missing_count }))
}

interface Opened {
  tasks: readonly string[]
  gates: readonly { feature: string; title: string; gate: string | null; missing: number }[]
  governed: readonly { decision: string; title: string; paths: readonly string[] }[]
}

/** User-written text as one line, without mentions or formatting. */
const plain = (text: string): string =>
  text
    .replace(/[\s\p{C}]+/gu, ' ')
    .replace(/[@#<>`*_[\]\\]/g, (sign) => `\\${sign}`)
    .trim()

/** The body of a pull request: the author's text, and below it what Baton knows. */
function bodyOf(body: string, { tasks, gates, governed }: Opened, home: string): string {
  const parts = [body.trim(), '---', `Tasks: ${tasks.map((key) => `[${key}](${home}/t/${key})`).join(', ') || 'none'}`]
  if (gates.length > 0) parts.push(`**Gates**\n${gates.map(gateLine).join('\n')}`)
  if (governed.length > 0)
    parts.push(
      `**Decisions that govern changed files**\n${governed.map(({ decision, title, paths }) => `- ${decision} ${plain(title)}: ${paths.map(plain).join(', ')}`).join('\n')}`,
    )
  return parts.filter(Boolean).join('\n\n')
}

function gateLine({ feature, title, gate, missing }: Opened['gates'][number]): string {
  const state = gate === null ? 'through every gate' : missing === 0 ? `at ${gate}, nothing missing` : `at ${gate}, ${missing} missing`
  return `- ${feature} ${plain(title)}: ${state}`
}
