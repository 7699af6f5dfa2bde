import type { Octokit } from 'octokit'
import { HostFailure, type HostCommit, type HostSession, type TreeFile } from './code-host.ts'
import { type BlobsAnswer, blobsQuery, type CommitNode, type CommitsAnswer, commitsQuery, type StateAnswer } from './github-queries.ts'
import { ciSession } from './ci-session.ts'
import { commitFile } from './commit-file.ts'
import { createPull } from './create-pull.ts'
import { countPages, orHostFailure } from './host-failures.ts'
import { issueSession } from './issue-session.ts'
import { readArchive } from './read-archive.ts'
import { readState } from './read-state.ts'

/** Commits read per head, and aliases per request. */
const maxCommits = 100
const atOnce = 20

export function openSession(client: Octokit, app: number | null): HostSession {
  const inParts = (name: string) => {
    const [owner = '', repo = ''] = name.split('/')
    return { owner, repo }
  }
  return {
    ...ciSession(client, app),
    ...issueSession(client),
    state: (name, since) =>
      orHostFailure(async () => {
        const found = await readState((query, variables) => client.graphql<StateAnswer>(query, variables), name, since)
        if (!found) throw new HostFailure('not_found', 'GitHub has no such repository for this connection.')
        return found
      }),
    commits: (name, heads, pulls) => orHostFailure(() => readCommits(client, name, heads, pulls)),
    blobIds: (name, places) => orHostFailure(() => readBlobIds(client, name, places)),
    tree: (name, sha) => orHostFailure(() => readTree(client, inParts(name), sha, '', countPages())),
    blob: (name, sha) =>
      orHostFailure(async () => {
        const { data } = await client.request('GET /repos/{owner}/{repo}/git/blobs/{file_sha}', { ...inParts(name), file_sha: sha })
        return Buffer.from(data.content, data.encoding === 'base64' ? 'base64' : 'utf8')
      }),
    archive: (name, sha, largest, each) =>
      orHostFailure(async () => {
        const request = { parseSuccessResponseBody: false }
        const { data } = await client.request('GET /repos/{owner}/{repo}/tarball/{ref}', { ...inParts(name), ref: sha, request })
        await readArchive(data as unknown as ReadableStream, largest, each)
      }),
    commitFile: (name, file) => orHostFailure(() => commitFile(client, inParts(name), file)),
    createPull: (name, pull) => orHostFailure(() => createPull(client, inParts(name), pull)),
    updatePullBody: (name, number, body) =>
      orHostFailure(async () => {
        await client.request('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', { ...inParts(name), pull_number: number, body })
      }),
    changedPaths: (name, base, head) =>
      orHostFailure(async () => {
        const path = 'GET /repos/{owner}/{repo}/compare/{basehead}'
        const { data } = await client.request(path, { ...inParts(name), basehead: `${base}...${head}`, per_page: 1 })
        return (data.files ?? []).map(({ filename }) => filename)
      }),
  }
}

const commitOf = (node: CommitNode): HostCommit => ({
  sha: node.oid,
  subject: node.messageHeadline,
  message: node.message,
  author: node.author?.user?.login ?? node.author?.name ?? null,
  committed_at: node.committedDate,
  url: node.url,
})

async function readCommits(client: Octokit, name: string, heads: readonly string[], pulls: readonly number[]): Promise<HostCommit[]> {
  const [owner, short] = name.split('/')
  const found = new Map<string, HostCommit>()
  const wanted: ({ head: string } | { pull: number })[] = [...heads.map((head) => ({ head })), ...pulls.map((pull) => ({ pull }))]
  for (let at = 0; at < wanted.length; at += atOnce) {
    const part = wanted.slice(at, at + atOnce)
    const [below, of] = [part.flatMap((one) => ('head' in one ? [one.head] : [])), part.flatMap((one) => ('pull' in one ? [one.pull] : []))]
    const variables = Object.fromEntries([
      ...below.map((sha, place) => [`h${place}`, sha]),
      ...of.map((number, place) => [`p${place}`, number]),
    ])
    const { repository } = await client.graphql<CommitsAnswer>(commitsQuery(below.length, of.length, maxCommits), {
      owner,
      name: short,
      ...variables,
    })
    for (const one of Object.values(repository ?? {})) {
      const nodes = [...(one?.history?.nodes ?? []), ...(one?.commits?.nodes ?? []).map(({ commit }) => commit)]
      for (const node of nodes) found.set(node.oid, commitOf(node))
    }
  }
  return [...found.values()]
}

async function readBlobIds(client: Octokit, name: string, places: readonly { sha: string; path: string }[]): Promise<(string | null)[]> {
  const [owner, short] = name.split('/')
  const ids: (string | null)[] = []
  for (let at = 0; at < places.length; at += 100) {
    const part = places.slice(at, at + 100)
    const variables = Object.fromEntries(part.map(({ sha, path }, place) => [`e${place}`, `${sha}:${path}`]))
    const { repository } = await client.graphql<BlobsAnswer>(blobsQuery(part.length), { owner, name: short, ...variables })
    ids.push(...part.map((_, place) => repository?.[`e${place}`]?.oid ?? null))
  }
  return ids
}

type Place = { owner: string; repo: string }

/** In one request; if the host truncates the list, folder by folder. */
async function readTree(client: Octokit, place: Place, sha: string, below: string, another: () => void): Promise<TreeFile[]> {
  another()
  const path = 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}'
  const { data } = await client.request(path, { ...place, tree_sha: sha, recursive: '1' })
  const files = (entries: typeof data.tree): TreeFile[] =>
    entries.flatMap((entry) =>
      entry.type === 'blob' && entry.path && entry.sha
        ? [{ path: below + entry.path, sha: entry.sha, size: entry.size ?? 0, symlink: entry.mode === '120000' }]
        : [],
    )
  if (!data.truncated) return files(data.tree)
  const { data: flat } = await client.request(path, { ...place, tree_sha: sha })
  const all = files(flat.tree)
  for (const entry of flat.tree) {
    if (entry.type === 'tree' && entry.sha) all.push(...(await readTree(client, place, entry.sha, `${below}${entry.path}/`, another)))
  }
  return all
}
