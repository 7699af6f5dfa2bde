import { z } from 'zod'
import { Id, Timestamp, contract } from '../../../kernel/contract.ts'
import { AgentRef, ProjectRef } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'

const job = { permission: 'system', effect: 'change', job: true, input: z.strictObject({}) } as const

export const adoptEmbeddingModel = contract({
  ...job,
  summary: 'Make room for the vectors of the configured model, and search them once all are there',
  realm: 'instance',
  output: z.object({ state: z.enum(['off', 'next', 'current']), dropped: z.int() }),
})

export const queueEmbeddings = contract({
  ...job,
  summary: 'Ask for the vectors that are missing, wherever they are',
  realm: 'identity',
  output: z.object({ organizations: z.int() }),
})

export const embedMemories = contract({
  ...job,
  summary: 'Embed the memories of an organization that have no vector yet',
  realm: 'organization',
  output: z.object({ embedded: z.int() }),
})

export const placeMemories = contract({
  ...job,
  summary: 'Draw the map of scopes that have new memories',
  realm: 'organization',
  output: z.object({ scopes: z.int(), placed: z.int() }),
})

const Point = z.object({
  memory_id: Id,
  x: z.number(),
  y: z.number(),
  content: z.string(),
  tags: z.array(z.string()),
  pinned: z.boolean(),
  trust: z.string(),
  created_at: Timestamp,
})
/** `total`: the number of memories; the points are the newest of those that have been placed. */
const MemoryMap = z.object({ points: z.array(Point), total: z.int(), placed_at: Timestamp.nullable(), outdated: z.boolean() })

components({ MemoryMap })

const map = {
  realm: 'organization',
  permission: 'memory:read',
  effect: 'read',
  output: MemoryMap,
} as const
const part = {
  limit: z.int().min(1).max(2000).default(1000),
  memories: z.array(Id).max(100).optional().describe('only where these lie, however old they are'),
}

export const getMemoryMap = contract({
  ...map,
  summary: 'A map of a project’s memories by meaning',
  stale_after: ['memory.*'],
  input: z.strictObject({ project: ProjectRef, ...part }),
  http: [{ method: 'GET', path: '/api/projects/:slug/memory-map', params: { slug: 'project' } }],
})

export const getAgentMemoryMap = contract({
  ...map,
  summary: 'A map of your agent’s memories by meaning',
  stale_after: ['memory.*'],
  input: z.strictObject({ agent: AgentRef, ...part }),
  http: [{ method: 'GET', path: '/api/agents/:id/memory-map', params: { id: 'agent' } }],
})
