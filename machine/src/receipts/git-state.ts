import { chownSync, existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { committedTree, type ReceiptBody } from '../../../src/platform/receipt.ts'
import { GitFailed, gitIn, type Git } from './git.ts'
import type { Identity } from './system-users.ts'

export type GitState = Pick<ReceiptBody, 'commit' | 'commit_object' | 'tree' | 'dirty' | 'submodules'>

/**
 * The commit of a checkout and the tree of its actual files: built with a separate index, so that no flag in the checkout's own index
 * hides a change, and from every file that the tree's own .gitignore files don't exclude.
 */
export async function gitState(folder: string, as: Identity | null = null): Promise<GitState> {
  const top = topOf(folder)
  const scratch = mkdtempSync(join(tmpdir(), 'baton-receipt-'))
  try {
    mkdirSync(join(scratch, 'objects'))
    if (as) for (const path of [scratch, join(scratch, 'objects')]) chownSync(path, as.id, as.group)
    return await stateOf(top, scratch, as)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function stateOf(top: string, scratch: string, as: Identity | null): Promise<GitState> {
  // Set explicitly, so that `core.worktree` can't point elsewhere.
  const place = { GIT_DIR: join(top, '.git'), GIT_WORK_TREE: top, HOME: scratch }
  const look = gitIn(top, place, as)
  const store = resolve(top, String(await look(['rev-parse', '--git-common-dir'])).trim(), 'objects')
  const own = {
    GIT_INDEX_FILE: join(scratch, 'index'),
    GIT_OBJECT_DIRECTORY: join(scratch, 'objects'),
    GIT_ALTERNATE_OBJECT_DIRECTORIES: store,
  }
  const git = gitIn(top, { ...place, ...own }, as, await filtersOff(look))
  const commit = String(await git(['rev-parse', '--verify', 'HEAD^{commit}'])).trim()
  const commit_object = (await git(['cat-file', 'commit', commit])).toString('base64')
  await git(['read-tree', commit])
  await addEverything(git, top)
  const tree = String(await git(['write-tree'])).trim()
  const submodules = await submodulesIn(git, top, as)
  const dirty = tree !== committedTree({ commit, commit_object }) || submodules.some((one) => one.dirty)
  return { commit, commit_object, tree, dirty, submodules }
}

async function addEverything(git: Git, top: string): Promise<void> {
  const links = new Set((await entries(git)).filter(({ mode }) => mode === '160000').map(({ path }) => path))
  const tracked = names(await git(['ls-files', '-z']))
  const others = names(await git(['ls-files', '-z', '--others', '--exclude-per-directory=.gitignore'])).map((name) =>
    name.replace(/\/$/, ''),
  )
  // A tracked file that has become a folder is gone; the folder's files are listed among the untracked ones.
  const gone = tracked.filter(
    (name) =>
      !links.has(name) && lstatSync(Buffer.concat([Buffer.from(`${top}/`), bytesOf(name)]), { throwIfNoEntry: false })?.isDirectory(),
  )
  await git(['update-index', '-z', '--force-remove', '--stdin'], list(gone))
  await git(
    ['update-index', '-z', '--add', '--remove', '--replace', '--stdin'],
    list([...tracked.filter((name) => !gone.includes(name)), ...others]),
  )
}

async function submodulesIn(git: Git, top: string, as: Identity | null): Promise<GitState['submodules']> {
  const found: GitState['submodules'] = []
  for (const { mode, sha, path } of await entries(git)) {
    if (mode !== '160000') continue
    const name = bytesOf(path).toString()
    const folder = join(top, name)
    found.push({ path: name, commit: sha, dirty: existsSync(join(folder, '.git')) && (await gitState(folder, as)).dirty })
  }
  return found
}

async function entries(git: Git): Promise<{ mode: string; sha: string; path: string }[]> {
  return names(await git(['ls-files', '-z', '--stage'])).map((line) => {
    const [mode = '', sha = ''] = line.split(' ')
    return { mode, sha, path: line.slice(line.indexOf('\t') + 1) }
  })
}

/** A filter in the checkout's configuration could store different content than the file on disk has. */
async function filtersOff(look: Git): Promise<string[]> {
  const set = await look(['config', '--name-only', '--get-regexp', '^filter\\..*\\.(clean|process)$']).catch(() => Buffer.alloc(0))
  return String(set)
    .split('\n')
    .filter(Boolean)
    .flatMap((key) => [`${key}=`, `${key.slice(0, key.lastIndexOf('.'))}.required=false`])
}

/** File names are bytes and not always valid UTF-8. Decoding them would lose such a file, and its changes would go unnoticed. */
const names = (text: Buffer): string[] => text.toString('latin1').split('\0').filter(Boolean)
const bytesOf = (name: string): Buffer => Buffer.from(name, 'latin1')
const list = (all: readonly string[]): Buffer => bytesOf(all.map((name) => `${name}\0`).join(''))

function topOf(folder: string): string {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at
    if (at === dirname(at)) throw new GitFailed('A receipt is about a commit, and this is no git checkout.')
  }
}
