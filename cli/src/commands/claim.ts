import type { Client, Input, Output } from '@baton/client'
import type { Command, Run } from '../command.ts'
import { readJson, writeWhole } from '../config/files.ts'
import { leasesFile } from '../config/paths.ts'
import { CliError, toCliError, usageError } from '../errors.ts'
import { neverSent } from '../network-fault.ts'
import { namedProject, projectOption } from '../project.ts'
import { openSession } from '../session.ts'
import { plain } from '../terminal/output.ts'
import { withProgress } from '../terminal/progress.ts'

export const claim: Command = {
  name: 'claim',
  usage: '[KEY]',
  about: 'take a lease on a task, or on the best one that is ready',
  online: true,
  arguments: [0, 1],
  options: {
    ...projectOption,
    minutes: { type: 'string', value: 'N', about: 'how long the lease is, 1 to 240 (30)' },
    renew: { type: 'boolean', about: 'renew your lease' },
    release: { type: 'boolean', about: 'release your lease' },
    fence: { type: 'string', value: 'FENCE', about: 'the fence of the lease, if the task was claimed elsewhere' },
  },
  async run(run) {
    const { out, args, flag } = run
    const { client, server } = openSession(run)
    if (flag('release') || flag('renew')) return change(run, client, server, flag('release') ? 'release' : 'renew')
    const [task] = args
    const project = namedProject(run)
    const input: Input<'claimTask'> = { ...minutes(run), ...(task ? { task } : project ? { project } : {}) }
    const claimed = await withProgress(out, 'Claiming', () => client.claimTask(input)).catch(sayNothingIsKept(server))
    keepFence(run, server, claimed)
    out.result(claimed, briefing(claimed))
  },
}

async function change(run: Run, client: Client, server: string, action: 'renew' | 'release'): Promise<void> {
  const [task] = run.args
  if (!task) throw usageError(`Name the task to ${action}.`, `Run: baton claim KEY --${action}`)
  const fence = run.text('fence') ?? readJson<Record<string, string>>(leasesFile(run.env), {})[`${server} ${task}`]
  if (!fence) throw usageError(`${task} was not claimed from here.`, `Add the fence that the claim returned: --fence FENCE`)
  const input: Input<'claimTask'> = { action, task, fence, ...(action === 'renew' && minutes(run)) }
  const changed = await withProgress(run.out, 'Asking', () => client.claimTask(input)).catch(sayNothingIsKept(server))
  keepFence(run, server, changed)
  run.out.result(
    changed,
    action === 'release' ? `Released ${task}.` : `${task} is yours until ${changed.lease?.until ?? 'its lease ends'}.`,
  )
}

/** A memory can be queued while offline, but who holds a task is decided now, among those who are online. */
const sayNothingIsKept = (server: string) => (error: unknown) => {
  if (!neverSent(error)) throw error
  const { message, code, next, exit } = toCliError(error, server)
  throw new CliError(`${message} Only the server can grant a lease, so nothing was kept for later.`, { code, next, exit })
}

/** The fence is a secret: whoever has it can act for the lease. */
function keepFence({ env }: Run, server: string, { task, lease }: Output<'claimTask'>): void {
  const { [`${server} ${task.key}`]: _, ...others } = readJson<Record<string, string>>(leasesFile(env), {})
  const fences = lease ? { ...others, [`${server} ${task.key}`]: lease.fence } : others
  writeWhole(leasesFile(env), `${JSON.stringify(fences, null, 2)}\n`, 0o600)
}

function minutes(run: Run): { minutes?: number } {
  const given = run.text('minutes')
  if (given === undefined) return {}
  const value = Number(given)
  if (!Number.isInteger(value) || value < 1 || value > 240)
    throw usageError('--minutes must be from 1 to 240.', 'For example: --minutes 60')
  return { minutes: value }
}

function briefing({ task, lease, parents, blocks, decisions, memories }: Output<'claimTask'>): string {
  const list = (title: string, lines: string[]): string[] =>
    lines.length > 0 ? ['', `${title}:`, ...lines.map((line) => `  ${line}`)] : []
  return [
    `${task.key} ${plain(task.title)}`,
    `Yours until ${lease?.until ?? '–'}. Release it with: baton claim ${task.key} --release`,
    ...(task.description ? ['', ...task.description.split('\n').map(plain)] : []),
    ...list(
      'Part of',
      parents.map((one) => `${one.key} ${plain(one.title)}`),
    ),
    ...list(
      'Blocks',
      blocks.map((one) => `${one.key} ${plain(one.title)}`),
    ),
    ...list(
      'Decisions',
      decisions.map((one) => `${one.ref} ${plain(one.title)}`),
    ),
    ...list(
      'Remembered',
      memories.map((one) => `${plain(one.content)} (${one.by})`),
    ),
  ].join('\n')
}
