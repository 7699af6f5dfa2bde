import { z } from 'zod'
import { contract } from '../../../kernel/contract.ts'
import { Memory, whose } from '../entries/memory.contract.ts'
import { Tag } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'

export const Query = z
  .string()
  .trim()
  .min(1)
  .max(1000)
  .regex(/^[^\0-\x08\x0b\x0c\x0e-\x1f\x7f\p{Cs}]*$/u, 'must be text')

export const Kind = z.enum(['memory', 'spec', 'decision', 'task', 'note', 'feature'])
export const Kinds = z.array(Kind).min(1).max(6)

/** Why a memory was found. */
const Why = z.object({
  /** Words of the question that it holds itself, and those that only its neighbors hold. */
  text: z.array(z.string()),
  nearby: z.array(z.string()),
  /** Similarity in meaning, from -1 to 1; null if there is no vector to compare. */
  meaning: z.number().nullable(),
  pinned: z.boolean(),
})
const Hit = z.object({ ...Memory.shape, score: z.number(), why: Why })

components({ MemoryMatch: Why, MemoryHit: Hit })

export const searchMemory = contract({
  summary: 'Search memories by words and meaning',
  realm: 'organization',
  permission: 'memory:read',
  effect: 'read',
  stale_after: ['memory.*', 'memory_review.*'],
  input: z.strictObject({ query: Query, ...whose, tag: Tag.optional(), limit: z.int().min(1).max(50).default(10) }),
  output: z.object({
    items: z.array(Hit),
    mode: z.enum(['hybrid', 'text']),
    /** Why meaning was not searched; null if it was. */
    note: z.string().nullable(),
  }),
  http: [
    { method: 'GET', path: '/api/memories/search' },
    { method: 'GET', path: '/api/projects/:slug/memories/search', params: { slug: 'project' } },
  ],
  rehearsal: { input: { query: 'Text' } },
  mcp: {
    tool: 'search_memory',
    category: 'Memory',
    title: 'Search what is known',
    description: 'Ask what is known in memories, specs, decisions, tasks, notes and features, before starting work or deciding something.',
    concise: [
      ...['kind', 'id', 'ref', 'title', 'content', 'content_length', 'at', 'by', 'status', 'superseded_by', 'supersedes', 'contradicts'],
      ...['trust', 'pinned', 'tags'],
    ],
    // An agent asks for what is known, regardless of where it was written down.
    variants: { input: { in: Kinds.optional() }, choose: (given) => ({ operation: 'searchKnowledge', given }) },
    shows: z.strictObject({
      query: Query,
      project: z.string().optional(),
      agent: z.string().optional(),
      session: z.string().optional(),
      tag: z.string().optional(),
      limit: z.int().min(1).max(50).optional(),
    }),
  },
})
