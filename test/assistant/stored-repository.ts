import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { system } from '../../src/kernel/context.ts'
import { execute } from '../../src/kernel/execute.ts'
import { operations } from '../../src/capabilities/operations.ts'
import { newId } from '../../src/platform/ids.ts'
import type { Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const git = (args: string[], input?: string): Buffer => execFileSync('git', args, { cwd: root, input, maxBuffer: 512 * 1024 * 1024 })

export interface StoredFile {
  path: string
  blob_sha: string
  content: string | null
  skipped?: 'binary' | 'too_large' | 'generated' | 'symlink'
}

export const blobOf = (content: string): string =>
  createHash('sha1')
    .update(`blob ${Buffer.byteLength(content)}\0${content}`)
    .digest('hex')

/** This repository's own files at HEAD, in the form a sync stores them. */
export function ownFiles(wanted: (path: string) => boolean = () => true): { commit: string; files: StoredFile[] } {
  const commit = git(['rev-parse', 'HEAD']).toString().trim()
  const entries = git(['ls-tree', '-r', '-z', commit])
    .toString()
    .split('\0')
    .filter(Boolean)
    .map((line) => /^(\d+) blob (\w+)\t(.*)$/s.exec(line))
    .flatMap((found) => (found && wanted(found[3] ?? '') ? { mode: found[1], blob: found[2] ?? '', path: found[3] ?? '' } : []))
  const contents = readBlobs(entries.map(({ blob }) => blob))
  const files = entries.map(({ mode, blob, path }, place): StoredFile => {
    const bytes = contents[place] ?? Buffer.of()
    const skipped =
      mode === '120000'
        ? 'symlink'
        : bytes.includes(0)
          ? 'binary'
          : bytes.length > 1024 * 1024
            ? 'too_large'
            : /(^|\/)(package-lock\.json|openapi\.json|mcp-tools\.json)$/.test(path)
              ? 'generated'
              : undefined
    return { path, blob_sha: blob, content: skipped ? null : bytes.toString('utf8'), ...(skipped && { skipped }) }
  })
  return { commit, files }
}

function readBlobs(blobs: readonly string[]): Buffer[] {
  const output = git(['cat-file', '--batch'], `${blobs.join('\n')}\n`)
  const found: Buffer[] = []
  for (let at = 0; at < output.length && found.length < blobs.length;) {
    const end = output.indexOf(10, at)
    const size = Number(output.subarray(at, end).toString().split(' ')[2])
    found.push(output.subarray(end + 1, end + 1 + size))
    at = end + 1 + size + 1
  }
  return found
}

/** The content of a file at a commit, to verify a citation. */
export const fileAt = (commit: string, path: string): string => git(['show', `${commit}:${path}`]).toString()

/** Stores a repository with these files in a project, as if it had been connected and synced. Returns its id. */
export async function storeRepository(
  baton: Baton,
  owner: Person,
  project: string,
  commit: string,
  files: StoredFile[],
  name = 'acme/baton',
): Promise<string> {
  const [org, connection, id] = [owner.organization ?? owner.user.personal_organization_id, newId(), newId()]
  await baton.look(
    "insert into code_connections (org_id, id, kind, installation_id, account, granted_by, created_at) values ($1, $2, 'app', $3, 'acme', $4, now())",
    [org, connection, Math.floor(Math.random() * 1e9), owner.user.id],
  )
  await baton.look(
    `insert into repositories (org_id, id, connection_id, host_id, name, url, default_branch, private, head_sha, status, created_by, created_at, updated_at)
     values ($1, $2, $3, $4, $7, 'https://example.com/' || $7, 'main', true, $5, 'ready', $6, now(), now())`,
    [org, id, connection, Math.floor(Math.random() * 1e9), commit, owner.user.id, name],
  )
  await baton.look(
    'insert into repository_projects (org_id, repository_id, project_id) select org_id, $2, id from projects where org_id = $1 and slug = $3',
    [org, id, project],
  )
  await storeFiles(baton, org, id, files)
  return id
}

export async function storeFiles(baton: Baton, org: string, repository: string, files: StoredFile[]): Promise<void> {
  for (let at = 0; at < files.length; at += 500) {
    const part = files.slice(at, at + 500)
    await baton.look(
      `insert into repository_files (org_id, repository_id, path, blob_sha, size, content, skipped)
       select $1, $2, v.path, v.blob_sha, coalesce(length(v.content), 0), v.content, v.skipped
       from unnest($3::text[], $4::text[], $5::text[], $6::text[]) v (path, blob_sha, content, skipped)
       on conflict (org_id, repository_id, path) do update set blob_sha = excluded.blob_sha, content = excluded.content, skipped = excluded.skipped`,
      [
        org,
        repository,
        part.map(({ path }) => path),
        part.map(({ blob_sha }) => blob_sha),
        part.map(({ content }) => content),
        part.map(({ skipped = null }) => skipped),
      ],
    )
  }
}

/** Runs a worker job until nothing is left to do. */
export async function work(baton: Baton, org: string, name: 'indexRepositories' | 'embedCode'): Promise<void> {
  const { kernel } = baton.node.assembly
  for (;;) {
    const done = (await execute(kernel, operations.get(name), system(org), {}, { door: 'worker' })) as { next?: unknown; embedded?: number }
    if (name === 'embedCode' ? !done.embedded : !done.next) return
  }
}
