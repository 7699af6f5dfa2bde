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
/** How far a hit can be trusted to answer: unsure ones only come closest. */
export const Confidence = z.enum(['sure', 'likely', 'unsure'])
/** The best of its hits; nothing if nothing is stored about it. */
export const Found = z.enum(['sure', 'likely', 'unsure', 'nothing'])
/** Without a limit: ten, of which at most two unsure. */
export const HitLimit = z.int().min(1).max(50).optional()

const Hit = z.object({ ...Memory.shape, confidence: Confidence, score: z.number(), why: Why })

components({ MemoryMatch: Why, MemoryHit: Hit, Confidence, FoundGrade: Found })

export const searchMemory = contract({
  summary: 'Search memories by words and meaning',
  realm: 'organization',
  permission: 'memory:read',
  effect: 'read',
  stale_after: ['memory.*', 'memory_review.*'],
  input: z.strictObject({ query: Query, ...whose, tag: Tag.optional(), limit: HitLimit }),
  output: z.object({
    items: z.array(Hit),
    found: Found,
    mode: z.enum(['hybrid', 'text']),
    /** Why meaning was not searched, or that nothing answers for certain. */
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
    description:
      'Ask what is known in memories, specs, decisions, tasks, notes and features, before starting work or deciding. Check hits that are not sure.',
    concise: [
      ...[
        'confidence',
        'kind',
        'id',
        'ref',
        'title',
        'content',
        'content_length',
        'at',
        'by',
        'status',
        'superseded_by',
        'supersedes_ref',
        'contradicts',
      ],
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
