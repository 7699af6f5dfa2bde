import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GitFailed, gitIn, type Git } from '../receipts/git.ts'
import type { Identity } from '../receipts/system-users.ts'

/** Where a run worked, recorded for a run that continues it. */
export interface Place {
  run: string
  client: string
  /** The main checkout that the worktree belongs to. */
  folder: string
  worktree: string
  branch: string
  /** The commit it started from. */
  base: string
  /** The agent's own id of the conversation, over ACP. */
  session: string | null
  ended_at: string | null
}

type Wanted = Pick<Place, 'run' | 'client' | 'folder' | 'branch'>

export interface Changes {
  base: string
  /** The last commit of the run's branch. */
  head: string
  files_changed: number
  insertions: number
  deletions: number
  dirty_files: number
}

/** A worktree without uncommitted changes that no run has continued for this long is removed; its branch stays. */
const keepMilliseconds = 7 * 24 * 3_600_000

const branchPattern = /^[A-Za-z0-9][\w./-]{0,200}$/

/** The worktrees of this machine's runs. One file per run records where it worked. */
export class Worktrees {
  readonly #records: string
  readonly #root: string
  /** Worktrees in which an agent is working now. */
  readonly #busy = new Set<string>()
  /** Serializes operations, so that a worktree is not cleaned up while it is being opened. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(records: string, root: string) {
    this.#records = records
    this.#root = root
    mkdirSync(records, { recursive: true, mode: 0o700 })
  }

  /** The place of an earlier attempt, or of the run being continued. */
  known(run: string, continues: string | null): Place | null {
    return this.#read(run) ?? (continues === null ? null : this.#read(continues))
  }

  /** Opens a worktree on a new branch, or the known one, which is recreated if it was cleaned up in the meantime. */
  open(wanted: Wanted, known: Place | null, as: Identity | null): Promise<Place> {
    return this.#inTurn(() => this.#open(wanted, known, as))
  }

  /** Called when the agent has ended. */
  close(place: Place, now: Date): void {
    this.keep({ ...place, ended_at: now.toISOString() })
    this.#busy.delete(place.worktree)
  }

  async #open({ run, client, folder, branch }: Wanted, known: Place | null, as: Identity | null): Promise<Place> {
    const git = gitOf(folder, as)
    if (!existsSync(this.#root)) makeFolder(this.#root, as)
    const place = known && known.folder === folder ? { ...known, run, client } : await this.#newPlace({ run, client, folder, branch }, git)
    if (!existsSync(join(place.worktree, '.git'))) {
      await git(['worktree', 'prune'])
      const exists = await has(git, `refs/heads/${place.branch}`)
      await git([
        'worktree',
        'add',
        '--quiet',
        ...(exists ? [place.worktree, place.branch] : ['-b', place.branch, place.worktree, place.base]),
      ])
    }
    this.keep({ ...place, ended_at: null })
    this.#busy.add(place.worktree)
    return place
  }

  keep(place: Place): void {
    writeFileSync(this.#file(place.run), JSON.stringify(place), { mode: 0o600 })
  }

  /** What differs from the base commit, committed or not, wherever it was committed. */
  async changes({ worktree, base, branch }: Place, as: Identity | null): Promise<Changes> {
    const git = gitOf(worktree, as)
    const head = String(await git(['rev-parse', '--verify', `refs/heads/${branch}`])).trim()
    const dirty = String(await git(['status', '--porcelain', '-z', '--no-renames']))
      .split('\0')
      .filter(Boolean)
    const rows = String(await git(['diff', '--numstat', '--no-ext-diff', '--no-textconv', '--no-renames', base]))
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('\t'))
    const sum = (column: number) => rows.reduce((all, row) => all + (Number(row[column]) || 0), 0)
    return { base, head, files_changed: rows.length, insertions: sum(0), deletions: sum(1), dirty_files: dirty.length }
  }

  /** Removes worktrees that hold nothing of their own: at once if nothing was done there, after a week if all work is on the branch. */
  tidy(now: Date, userOf: (client: string) => Identity | null): Promise<void> {
    return this.#inTurn(() => this.#tidy(now, userOf))
  }

  async #tidy(now: Date, userOf: (client: string) => Identity | null): Promise<void> {
    for (const name of readdirSync(this.#records)) {
      const place = this.#read(name.replace(/\.json$/, ''))
      if (!place?.ended_at || this.#busy.has(place.worktree)) continue
      const isOld = now.getTime() - Date.parse(place.ended_at) > keepMilliseconds
      if (existsSync(place.worktree)) {
        const as = userOf(place.client)
        const changes = await this.changes(place, as).catch(() => null)
        if (!changes || changes.dirty_files > 0 || (await isElsewhere(place, as))) continue
        if (changes.head !== changes.base && !isOld) continue
        const git = gitOf(place.folder, as)
        await git(['worktree', 'remove', place.worktree]).catch(() => {})
        if (changes.head === changes.base) await git(['branch', '-D', place.branch]).catch(() => {})
      } else if (isOld) rmSync(this.#file(place.run), { force: true })
    }
  }

  async #newPlace({ run, client, folder, branch: asked }: Wanted, git: Git): Promise<Place> {
    if (!branchPattern.test(asked) || asked.includes('..')) throw new GitFailed(`${JSON.stringify(asked)} is no name for a branch`)
    const base = String(await git(['rev-parse', '--verify', 'HEAD^{commit}'])).trim()
    let branch = asked
    // An existing branch is somebody's work.
    for (let number = 2; await has(git, `refs/heads/${branch}`); number++) branch = `${asked}-${number}`
    return { run, client, folder, worktree: join(this.#root, run), branch, base, session: null, ended_at: null }
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#turn.then(work)
    this.#turn = turn.catch(() => {})
    return turn
  }

  #file(run: string): string {
    return join(this.#records, `${run}.json`)
  }

  #read(run: string): Place | null {
    try {
      return JSON.parse(readFileSync(this.#file(run), 'utf8')) as Place
    } catch {
      return null
    }
  }
}

/** Whether the worktree holds commits that are not on its own branch. */
const isElsewhere = async ({ worktree, branch }: Place, as: Identity | null): Promise<boolean> =>
  String(await gitOf(worktree, as)(['rev-list', '--max-count=1', 'HEAD', `^refs/heads/${branch}`])).trim() !== ''

const gitOf = (folder: string, as: Identity | null): Git => gitIn(folder, { HOME: as?.home ?? '/' }, as)

const has = (git: Git, ref: string): Promise<boolean> =>
  git(['show-ref', '--verify', '--quiet', ref]).then(
    () => true,
    () => false,
  )

/** Owned by the agent's user, who could not write to root's folder. */
function makeFolder(folder: string, as: Identity | null): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (as) chownSync(folder, as.id, as.group)
}
