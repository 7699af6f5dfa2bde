import type { RunBody, RunName, RunOffer, RunResult, StopRunBody, ToServer } from '../../../src/platform/tunnel-protocol.ts'
import type { AllowList } from '../allow-list.ts'
import type { Home, Pairing } from '../home.ts'
import { Refused } from '../refused.ts'
import { Attempt, identityFor } from './attempt.ts'
import { markOf } from './environment.ts'
import { isNamed, judgeRun, type Judged } from './judge-run.ts'
import { Output } from './output.ts'
import { newRunFolder, removeRunFolder } from './run-folder.ts'
import { RunJournal } from './run-journal.ts'
import { endLeftovers } from './supervise.ts'
import { Worktrees, type Place } from './worktrees.ts'

export type RunNote =
  | { what: 'refused'; why: string; id?: string }
  | { what: 'run_started'; run: string; task: string; client: string; worktree: string }
  | {
      what: 'run_ended'
      run: string
      task: string
      outcome: string
      error: string | null
      left: { files: number; worktree: string } | null
    }

interface Options {
  home: Home
  pairing: Pairing
  allowList: AllowList
  send(frame: ToServer): void
  tell(note: RunNote): void
  now(): Date
}

/** Less than a lease: after so long without word from the server, another machine may be about to start the run. */
const unheardMilliseconds = 100_000

/** The agent runs of this machine. */
export class Runs {
  readonly #options: Options
  readonly #journal: RunJournal
  readonly #worktrees: Worktrees
  readonly #attempts = new Map<string, { attempt: Attempt; done: Promise<void> }>()
  #ready: Promise<void> = Promise.resolve()
  #heardAt = performance.now()
  #closing = false
  readonly #watch: NodeJS.Timeout

  constructor(options: Options) {
    const { home, allowList } = options
    this.#options = options
    this.#journal = new RunJournal(home.path('runs.jsonl'))
    this.#worktrees = new Worktrees(home.path('places'), allowList.runs?.worktrees ?? home.path('worktrees'))
    this.#watch = setInterval(() => {
      if (performance.now() - this.#heardAt > unheardMilliseconds) for (const { attempt } of this.#attempts.values()) attempt.stop('cut')
    }, 1_000).unref()
  }

  get offer(): RunOffer | null {
    return this.#options.allowList.runs?.offer(this.#options.now()) ?? null
  }

  get held(): RunName[] {
    return [...this.#attempts.values()].map(({ attempt }) => attempt.name)
  }

  heard(): void {
    this.#heardAt = performance.now()
  }

  /** Ends what an earlier process had started; nobody knows how far it got. New runs wait until it is gone. */
  recover(): void {
    this.#ready = (async () => {
      for (const attempt of this.#journal.interrupted) {
        await endLeftovers(markOf(attempt))
        removeRunFolder(attempt.run_folder)
        const place = this.#worktrees.known(attempt.run, null)
        const changes = place && (await this.#worktrees.changes(place, this.#userOf(place.client)).catch(() => null))
        if (place) this.#worktrees.close(place, this.#options.now())
        this.#finish(attempt.task, {
          ...nothing(attempt, 'unknown', 'The machine ended while this was running.'),
          ...(place && { branch: place.branch, base: place.base }),
          ...changes,
        })
      }
      await this.#tidy()
    })().catch((error: Error) => this.#options.tell({ what: 'refused', why: error.message }))
  }

  /** On a new connection, repeats everything the server may have missed. */
  greet(): void {
    const { send } = this.#options
    send({ type: 'heartbeat', runs: this.held })
    for (const { attempt } of this.#attempts.values()) {
      if (attempt.place) this.#started(attempt.name, attempt.place)
      attempt.output.again()
    }
    for (const result of this.#journal.outbox) send({ type: 'run_ended', ...result })
  }

  async judge(body: RunBody): Promise<void> {
    const { allowList, tell, send, now } = this.#options
    if (!isNamed(body)) return tell({ what: 'refused', why: 'a run has no name' })
    await this.#ready
    if (this.#closing) return
    // Resent after a cut: it was already accepted, and is not started again.
    const held = this.#attempts.get(body.run)?.attempt
    if (held?.name.fence === body.fence) return held.place ? this.#started(held.name, held.place) : undefined
    const result = this.#journal.resultOf(body)
    if (result) return send({ type: 'run_ended', ...result })
    // The server has given up on an earlier attempt at the same run.
    if (held && body.fence > held.name.fence) {
      held.stop('lost')
      await this.#attempts.get(body.run)?.done
    }
    try {
      this.#begin(body, judgeRun({ allowList, journal: this.#journal, running: this.#attempts.size, now: now() }, body))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      this.#refuse(body, error.message)
    }
  }

  stop(body: StopRunBody): void {
    const { send, now } = this.#options
    if (!isNamed(body) || !(Date.parse(body.expires_at) > now().getTime())) return
    const held = this.#attempts.get(body.run)?.attempt
    if (held && held.name.fence <= body.fence) return held.stop('stopped')
    const result = this.#journal.resultOf(body)
    if (result) send({ type: 'run_ended', ...result })
  }

  lost({ run, fence }: RunName): void {
    const held = this.#attempts.get(run)?.attempt
    if (held?.name.fence === fence) held.stop('lost')
  }

  received(name: RunName): void {
    this.#journal.received(name)
  }

  /** Ends all running attempts; their results wait in the journal for the next start. */
  async close(): Promise<void> {
    this.#closing = true
    clearInterval(this.#watch)
    for (const { attempt } of this.#attempts.values()) attempt.stop('machine')
    await Promise.all([...this.#attempts.values()].map(({ done }) => done))
  }

  #begin(body: RunBody, judged: Judged): void {
    const { home, pairing, allowList, send, tell, now } = this.#options
    const { run, fence, client } = body
    const runFolder = newRunFolder(home.folder, identityFor(judged.client))
    const output = new Output(body, body.mcp.token, (piece) => send({ type: 'run_output', ...piece }))
    const started = (place: Place) => {
      this.#started({ run, fence }, place)
      tell({ what: 'run_started', run, task: body.task.key, client, worktree: place.worktree })
    }
    const isCheck = (command: readonly string[]) => allowList.runs?.isCheck(command) ?? false
    const parts = { home, pairing, worktrees: this.#worktrees, isCheck, output, runFolder, started, now }
    const attempt = new Attempt(parts, body, judged)
    this.#journal.accept({ run, fence, task: body.task.key, client, expires_at: body.expires_at, run_folder: runFolder })
    const done = attempt
      .perform()
      .then((result) => {
        this.#attempts.delete(run)
        this.#finish(body.task.key, result)
        return this.#tidy()
      })
      // A result that cannot be recorded, on a full disk, is lost like one of a killed machine; the machine goes on.
      .catch((error: Error) => tell({ what: 'refused', why: error.message, id: run }))
    this.#attempts.set(run, { attempt, done })
  }

  #refuse(body: RunBody, why: string): void {
    this.#options.tell({ what: 'refused', why, id: body.run })
    const result = nothing(body, 'refused', `Refused by the machine: ${why}`)
    // An attempt that was seen before has its own result.
    if (body.fence > this.#journal.fenceOf(body.run)) {
      const { run, fence, expires_at } = body
      this.#journal.accept({ run, fence, expires_at: String(expires_at), task: '', client: '', run_folder: '' })
      this.#journal.finish(result)
    }
    this.#options.send({ type: 'run_ended', ...result })
  }

  #started({ run, fence }: RunName, { branch, worktree }: Place): void {
    this.#options.send({ type: 'run_started', run, fence, branch, worktree })
  }

  #finish(task: string, result: RunResult): void {
    this.#journal.finish(result)
    this.#options.send({ type: 'run_ended', ...result })
    const { run, outcome, error, dirty_files: files } = result
    const worktree = this.#worktrees.known(run, null)?.worktree
    const left = files > 0 && worktree !== undefined ? { files, worktree } : null
    this.#options.tell({ what: 'run_ended', run, task, outcome, error, left })
  }

  async #tidy(): Promise<void> {
    await this.#worktrees.tidy(this.#options.now(), (client) => this.#userOf(client)).catch(() => {})
  }

  #userOf(name: string) {
    const client = this.#options.allowList.runs?.clients.get(name)
    return client ? identityFor(client) : null
  }
}

const nothing = ({ run, fence }: RunName, outcome: RunResult['outcome'], error: string): RunResult => ({
  ...{ run, fence, outcome, error, exit_code: null, branch: null, base: null, head: null, receipt: null },
  ...{ files_changed: 0, insertions: 0, deletions: 0, dirty_files: 0 },
})
