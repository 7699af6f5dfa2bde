import { createHash } from 'node:crypto'
import type { Octokit } from 'octokit'
import { HostFailure, type NewFile } from './code-host.ts'
import { orHostFailure } from './host-failures.ts'

type Place = { owner: string; repo: string }

/** Git's blob id for this content. */
const blobOf = (content: Buffer): string => createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex')

/** Commits a file to a branch of its own, created from `base` unless it exists. A branch that already has the file is left as it is. */
export async function commitFile(client: Octokit, place: Place, { branch, base, path, content, message }: NewFile): Promise<void> {
  const bytes = Buffer.from(content)
  const head = (name: string) => client.request('GET /repos/{owner}/{repo}/git/ref/{ref}', { ...place, ref: `heads/${name}` })
  if (!(await ifThere(() => head(branch)))) {
    const { data } = await orHostFailure(() => head(base))
    const made = { ...place, ref: `refs/heads/${branch}`, sha: data.object.sha }
    // A concurrent request for the same may have created it.
    await orHostFailure(() => client.request('POST /repos/{owner}/{repo}/git/refs', made)).catch((error: HostFailure) => {
      if (error.problem !== 'refused') throw error
    })
  }
  const at = { ...place, path }
  const there = await ifThere(() => client.request('GET /repos/{owner}/{repo}/contents/{path}', { ...at, ref: branch }))
  const sha = there && !Array.isArray(there.data) ? there.data.sha : undefined
  if (sha === blobOf(bytes)) return
  const change = { ...at, branch, message, content: bytes.toString('base64'), ...(sha && { sha }) }
  await orHostFailure(() => client.request('PUT /repos/{owner}/{repo}/contents/{path}', change))
}

async function ifThere<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await orHostFailure(work)
  } catch (error) {
    if (error instanceof HostFailure && error.problem === 'not_found') return null
    throw error
  }
}
