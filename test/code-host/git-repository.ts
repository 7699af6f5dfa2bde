import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a commit changes: a path to its new content, to null if it is deleted, or to `{ link }` for a symbolic link. */
export type Change = Record<string, string | Buffer | null | { link: string }>

export interface CommitMade {
  sha: string
  /** The previous head of the branch, or forty zeros. */
  before: string
  ref: string
}

export interface GitCommit {
  sha: string
  message: string
  author: string
  date: string
}

export interface TreeEntry {
  mode: string
  type: 'blob' | 'tree' | 'commit'
  sha: string
  size: number | undefined
  path: string
}

const none = '0'.repeat(40)

/** A bare repository, operated by the real git. */
export class GitRepository {
  readonly folder: string
  #time = Date.parse('2026-01-01T00:00:00Z') / 1000

  private constructor(folder: string) {
    this.folder = folder
  }

  static async create(): Promise<GitRepository> {
    const folder = await mkdtemp(join(tmpdir(), 'baton-git-'))
    const repository = new GitRepository(folder)
    await repository.git(['init', '--bare', '--quiet', '--initial-branch=main', folder])
    return repository
  }

  git(args: readonly string[], input?: Buffer | string): Promise<string> {
    return this.bytes(args, input).then(String)
  }

  bytes(args: readonly string[], input?: Buffer | string): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const options = { cwd: this.folder, encoding: 'buffer', maxBuffer: 1 << 30, env: { ...process.env, ...identity } } as const
      const child = execFile('git', args as string[], options, (error, out) => (error ? reject(error) : resolve(out)))
      child.stdin?.on('error', () => {})
      child.stdin?.end(input)
    })
  }

  async head(branch: string): Promise<string | null> {
    return (await this.git(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]).catch(() => '')).trim() || null
  }

  /** Adds one commit with fast-import: thousands of files cost one process. `from` is the start of a new or rewritten branch. */
  async commit(
    branch: string,
    message: string,
    change: Change,
    { from, author = 'octocat' }: { from?: string; author?: string } = {},
  ): Promise<CommitMade> {
    const before = await this.head(branch)
    const base = from ?? before
    const text = Buffer.from(message)
    const who = `${author} <${author}@github.example> ${this.#time++} +0000`
    const parts: Buffer[] = [
      Buffer.from(`commit refs/heads/${branch}\ncommitter ${who}\ndata ${text.length}\n`),
      text,
      Buffer.from(`\n${base ? `from ${base}\n` : ''}`),
    ]
    for (const [path, given] of Object.entries(change)) {
      const name = JSON.stringify(path)
      if (given === null) {
        parts.push(Buffer.from(`D ${name}\n`))
        continue
      }
      const link = typeof given === 'object' && 'link' in given
      const data = Buffer.from(link ? given.link : (given as string))
      parts.push(Buffer.from(`M ${link ? '120000' : '100644'} inline ${name}\ndata ${data.length}\n`), data, Buffer.from('\n'))
    }
    await this.git(['fast-import', '--quiet', '--force'], Buffer.concat(parts))
    return { sha: (await this.head(branch)) as string, before: before ?? none, ref: `refs/heads/${branch}` }
  }

  async deleteBranch(branch: string): Promise<CommitMade> {
    const before = (await this.head(branch)) as string
    await this.git(['update-ref', '-d', `refs/heads/${branch}`])
    return { sha: none, before, ref: `refs/heads/${branch}` }
  }

  async setBranch(branch: string, sha: string): Promise<CommitMade> {
    const before = (await this.head(branch)) ?? none
    await this.git(['update-ref', `refs/heads/${branch}`, sha])
    return { sha, before, ref: `refs/heads/${branch}` }
  }

  /** Creates a merge commit of head into base the way git does; null if they conflict. */
  async merge(base: string, head: string, message: string): Promise<string | null> {
    const ours = (await this.head(base)) as string
    const tree = await this.git(['merge-tree', '--write-tree', ours, head]).catch(() => null)
    if (!tree) return null
    return (await this.git(['commit-tree', tree.trim(), '-p', ours, '-p', head, '-m', message])).trim()
  }

  async branches(): Promise<{ name: string; sha: string; date: string }[]> {
    const format = '%(refname:strip=2)%09%(objectname)%09%(committerdate:iso-strict)'
    const lines = (await this.git(['for-each-ref', `--format=${format}`, 'refs/heads'])).split('\n').filter(Boolean)
    return lines.map((line) => {
      const [name = '', sha = '', date = ''] = line.split('\t')
      return { name, sha, date }
    })
  }

  async log(range: readonly string[], max: number): Promise<GitCommit[]> {
    const text = await this.git(['log', `-${max}`, '--format=%H%x00%an%x00%cI%x00%B%x01', ...range, '--'])
    return text
      .split('\x01')
      .map((entry) => entry.trimStart())
      .filter(Boolean)
      .map((entry) => {
        const [sha = '', author = '', date = '', message = ''] = entry.split('\0')
        return { sha, author, date, message: message.trim() }
      })
  }

  async tree(sha: string, recursive: boolean): Promise<TreeEntry[]> {
    const text = await this.git(['ls-tree', '-z', '-l', ...(recursive ? ['-r', '-t'] : []), sha])
    return text
      .split('\0')
      .filter(Boolean)
      .map((line) => {
        const [about = '', path = ''] = line.split('\t')
        const [mode = '', type = '', id = '', size = ''] = about.split(/ +/)
        return { mode, type: type as TreeEntry['type'], sha: id, size: size === '-' ? undefined : Number(size), path }
      })
  }

  /** The object's id, or null if there is no such object. */
  async resolve(expression: string): Promise<string | null> {
    return (await this.git(['rev-parse', '--verify', '--quiet', expression]).catch(() => '')).trim() || null
  }

  blob(sha: string): Promise<Buffer> {
    return this.bytes(['cat-file', 'blob', sha])
  }

  archive(sha: string, prefix: string): Promise<Buffer> {
    return this.bytes(['archive', '--format=tar.gz', `--prefix=${prefix}/`, sha])
  }

  async changedFiles(base: string, head: string): Promise<{ filename: string; status: string; sha: string }[]> {
    const text = await this.git(['diff', '--raw', '--abbrev=40', '-z', '--no-renames', `${base}...${head}`])
    const parts = text.split('\0').filter(Boolean)
    const names: Record<string, string> = { A: 'added', D: 'removed' }
    return parts.flatMap((part, at) => {
      if (!part.startsWith(':')) return []
      const [, , , sha = '', status = ''] = part.split(' ')
      return [{ filename: parts[at + 1] ?? '', status: names[status] ?? 'modified', sha }]
    })
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true })
  }
}

const identity = {
  GIT_AUTHOR_NAME: 'octocat',
  GIT_AUTHOR_EMAIL: 'octocat@github.example',
  GIT_COMMITTER_NAME: 'octocat',
  GIT_COMMITTER_EMAIL: 'octocat@github.example',
  GIT_CONFIG_NOSYSTEM: '1',
}
