import { z } from 'zod'
import { Id, Timestamp, contract } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'
import { RepositoryRef } from '../repos/repos.contract.ts'

const Health = z.object({
  repository_id: Id,
  /** `behind`: a newer commit is stored than the one that is indexed. */
  state: z.enum(['none', 'behind', 'current']),
  commit: z.string().nullable(),
  indexed_at: Timestamp.nullable(),
  files_indexed: z.int(),
  /** Number of files that are not searched, by reason. */
  files_skipped: z.array(z.object({ reason: z.string(), count: z.int() })),
  /** Indexed by lines only, because no grammar can parse them. */
  files_without_syntax: z.int(),
  /** Files from which a secret was removed. */
  files_redacted: z.int(),
  pieces: z.int(),
  /** Pieces without a vector, which are found only by words until they have one. */
  vectors_missing: z.int(),
  /** Why vectors are missing, if that will not resolve itself. */
  note: z.string().nullable(),
})

components({ RepositoryIndexHealth: Health })

const read = { realm: 'organization', permission: 'repository:read', effect: 'read' } as const

export const getRepositoryIndex = contract({
  ...read,
  summary: 'Which files of a repository are indexed for questions, which are not, and why',
  stale_after: ['repository.*'],
  input: z.strictObject({ repo: RepositoryRef }),
  output: Health,
  http: [{ method: 'GET', path: '/api/repos/:id/index', params: { id: 'repo' } }],
})

export const getRepositoryMap = contract({
  ...read,
  summary: 'The files of a repository that matter most, or most to some of them, with what they define, cut to a number of tokens',
  stale_after: ['repository.*'],
  input: z.strictObject({
    repo: RepositoryRef,
    /** Files to start from; without any, the whole repository. */
    near: z.array(z.string().min(1).max(1000)).max(20).default([]),
    tokens: z.int().min(100).max(20_000).default(1000),
  }),
  output: z.object({ repository_id: Id, commit: z.string().nullable(), map: z.string(), files: z.int(), files_in_all: z.int() }),
  http: [{ method: 'GET', path: '/api/repos/:id/map', params: { id: 'repo' } }],
})

const job = { permission: 'system', effect: 'change', job: true } as const

export const queueCodeIndexes = contract({
  ...job,
  summary: 'Ask for the index of every repository that was synced since',
  realm: 'identity',
  input: z.strictObject({}),
  output: z.object({ organizations: z.int() }),
})

export const indexRepositories = contract({
  ...job,
  summary: 'Index the changed files of a repository, as many as one run takes',
  realm: 'organization',
  input: z.strictObject({}),
  output: z.object({ files: z.int(), next: z.object({}).nullable() }),
})

export const embedCode = contract({
  ...job,
  summary: 'Embed pieces of code that have no vector yet',
  realm: 'organization',
  input: z.strictObject({}),
  output: z.object({ embedded: z.int() }),
})
