import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunBody, RunName, RunResult, ToolKind } from '../../../src/platform/tunnel-protocol.ts'
import type { Home, Pairing } from '../home.ts'
import { usersOf, type Identity } from '../receipts/system-users.ts'
import { Refused } from '../refused.ts'
import { driveAcp } from './drive-acp.ts'
import { driveCommand } from './drive-command.ts'
import { environmentFor, markOf } from './environment.ts'
import type { Judged } from './judge-run.ts'
import type { Output } from './output.ts'
import { runCheck } from './run-check.ts'
import { removeRunFolder, writeRunFolder } from './run-folder.ts'
import type { Client } from './run-rules.ts'
import { supervise, type Ended, type Supervised } from './supervise.ts'
import { filled, filledCommand, type Values } from './templates.ts'
import type { Changes, Place, Worktrees } from './worktrees.ts'

export type Reason = 'stopped' | 'lost' | 'cut' | 'late' | 'machine'

interface Parts {
  home: Home
  pairing: Pairing
  worktrees: Worktrees
  isCheck(command: readonly string[]): boolean
  output: Output
  runFolder: string
  started(place: Place): void
  now(): Date
}

type Outcome = Pick<RunResult, 'outcome' | 'exit_code' | 'error'>

/** One attempt at a run, from its worktree to its result. */
export class Attempt {
  readonly name: RunName
  readonly body: RunBody
  readonly output: Output
  readonly #parts: Parts
  readonly #judged: Judged
  readonly #mark: string
  place: Place | null = null
  #current: Supervised | null = null
  #why: Reason | null = null
  readonly #refused = { count: 0, kinds: new Set<ToolKind>() }

  constructor(parts: Parts, body: RunBody, judged: Judged) {
    this.name = { run: body.run, fence: body.fence }
    this.body = body
    this.output = parts.output
    this.#parts = parts
    this.#judged = judged
    this.#mark = markOf(body)
  }

  /** Ends the running program with everything it has started. The first reason given is the one reported. */
  stop(why: Reason): void {
    this.#why ??= why
    this.#current?.stop()
  }

  /** Always resolves: any failure becomes the result. */
  async perform(): Promise<RunResult> {
    const { worktrees, runFolder, output, now } = this.#parts
    let outcome: Outcome
    let receipt: RunResult['receipt'] = null
    let changes: Changes | null = null
    // What the agent leaves, before the check adds files of its own.
    const measured = async (): Promise<Changes | null> =>
      this.place && (await worktrees.changes(this.place, identityFor(this.#judged.client)).catch(() => null))
    try {
      const as = identityFor(this.#judged.client)
      outcome = await this.#work(as)
      removeRunFolder(runFolder)
      changes = await measured()
      if (outcome.outcome === 'done' && this.place) receipt = await this.#check(this.place, as)
      if (this.#why) outcome = ended(this.#why, outcome.exit_code)
    } catch (error) {
      const why = (error as Error).message
      outcome = error instanceof Refused ? { outcome: 'refused', exit_code: null, error: `Refused by the machine: ${why}` } : failed(why)
      if (this.#why) outcome = ended(this.#why, null)
    }
    removeRunFolder(runFolder)
    const found = this.place
    changes ??= await measured()
    if (found) worktrees.close(found, now())
    output.end()
    return {
      ...this.name,
      ...outcome,
      error: outcome.error?.slice(0, 2000) ?? null,
      branch: found?.branch ?? null,
      ...(changes ?? { base: found?.base ?? null, head: null, files_changed: 0, insertions: 0, deletions: 0, dirty_files: 0 }),
      refused: this.#judged.client.protocol === 'acp' ? { ...this.#refused, kinds: [...this.#refused.kinds] } : null,
      receipt,
    }
  }

  async #work(as: Identity | null): Promise<Outcome> {
    const { worktrees, output, runFolder, started } = this.#parts
    const { client, folder } = this.#judged
    const { run, branch, continues, mcp, prompt, task } = this.body
    const known = worktrees.known(run, continues)
    const place = await worktrees.open({ run, client: this.body.client, folder, branch }, known, as)
    this.place = place
    const values: Values = {
      ...{ prompt, run, mcp_url: mcp.url, token: mcp.token, run_folder: runFolder, worktree: place.worktree, branch: place.branch },
      ...{ mcp_config: join(runFolder, 'mcp.json'), token_file: join(runFolder, 'token'), continues: known?.run ?? '', task: task.key },
    }
    // A continued run with the same client resumes its conversation.
    const isSame = known !== null && known.folder === folder && known.client === this.body.client
    const argv = filledCommand((isSame && client.resume) || client.command, values)
    if (this.#why) return ended(this.#why, null)
    writeRunFolder(runFolder, client, values, as)
    const env = environmentFor(client, values, as, this.#mark)
    const agent = supervise({ argv, folder: place.worktree, env, as, mark: this.#mark })
    this.#current = agent
    const minutes = client.timeout_minutes ?? 120
    const timer = setTimeout(() => this.stop('late'), minutes * 60_000).unref()
    started(place)
    try {
      if (client.protocol === 'command') {
        driveCommand(agent, client.stdin === undefined ? undefined : filled(client.stdin, values), output)
        return outcomeOf(await agent.ended)
      }
      return await this.#converse(agent, isSame ? place.session : null)
    } finally {
      clearTimeout(timer)
      this.#current = null
    }
  }

  async #converse(agent: Supervised, session: string | null): Promise<Outcome> {
    const { output, worktrees } = this.#parts
    const place = this.place as Place
    const { mcp, prompt } = this.body
    const named = (name: string) => worktrees.keep((this.place = { ...place, session: name }))
    const { client: rules } = this.#judged
    const refused = (kind: ToolKind) => {
      this.#refused.count++
      this.#refused.kinds.add(kind)
    }
    const conversation = driveAcp({ agent, rules, worktree: place.worktree, prompt, mcp, session, output, refused, named })
    const outcome = await conversation.then(
      (): Outcome => ({ outcome: 'done', exit_code: null, error: null }),
      async (error: Error) => {
        // If the agent has exited by itself, its exit code says more than the broken conversation.
        const end = await Promise.race([agent.ended, pause(1_000, null)])
        return end ? { ...failed(error.message), ...(end.code !== 0 && outcomeOf(end)) } : failed(error.message)
      },
    )
    agent.stop()
    await agent.ended
    return outcome
  }

  /** A command that is not among the checks in this machine's file is not run: there is no receipt, and the run's output says so. */
  async #check(place: Place, as: Identity | null): Promise<RunResult['receipt']> {
    const { home, pairing, output, isCheck } = this.#parts
    const { check } = this.body
    if (!check || this.#why) return null
    if (!isCheck(check.command)) {
      output.note(`Not run for a receipt, as it is not among this machine’s checks: ${check.command.join(' ')}`)
      return null
    }
    const values = { prompt: '', mcp_config: '', mcp_url: '', token_file: '', token: '', run_folder: '' }
    const env = environmentFor({ ...this.#judged.client, env: {} }, values as Values, as, this.#mark)
    const timer = setTimeout(() => this.stop('late'), 60 * 60_000).unref()
    try {
      const running = (command: Supervised) => {
        this.#current = command
        if (this.#why) command.stop()
      }
      const { as: user } = this.#judged.client
      return await runCheck({ home, pairing, check, worktree: place.worktree, env, as: user, mark: this.#mark, output, running })
    } catch (error) {
      output.note(`No receipt: ${(error as Error).message}`)
      return null
    } finally {
      clearTimeout(timer)
      this.#current = null
    }
  }
}

const failed = (error: string): Outcome => ({ outcome: 'failed', exit_code: null, error })

function outcomeOf({ code, signal, error }: Ended): Outcome {
  if (error !== null) return failed(`It cannot be run: ${error}`)
  if (code === 0) return { outcome: 'done', exit_code: 0, error: null }
  return { outcome: 'failed', exit_code: code, error: signal ? `It was ended by ${signal}.` : `It ended with ${code}.` }
}

function ended(why: Reason, exit_code: number | null): Outcome {
  if (why === 'stopped') return { outcome: 'stopped', exit_code, error: null }
  if (why === 'machine') return { outcome: 'unknown', exit_code: null, error: 'The machine was stopped while it ran.' }
  const said = {
    lost: 'Another attempt has taken its place.',
    cut: 'The machine had no connection for as long as its lease.',
    late: 'It took longer than this machine’s file allows.',
  }
  return { outcome: 'failed', exit_code, error: said[why] }
}

export function identityFor({ as }: Client): Identity | null {
  if (as === undefined) return null
  const { runAs, agent } = usersOf({}, as)
  if (!runAs && agent?.id !== userInfo().uid) throw new Refused(`only root can start it as ${as}`)
  return runAs
}
