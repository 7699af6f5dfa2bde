import { z } from 'zod'
import { Id, Timestamp, contract } from '../../../kernel/contract.ts'
import { Confidence, Found, HitLimit, Kind, Kinds, Query } from '../../memory/search/memory-search.contract.ts'
import { Contradiction, whose } from '../../memory/entries/memory.contract.ts'
import { Tag } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'

const Hit = z.object({
  kind: z.enum([...Kind.options, 'epic', 'story']),
  id: Id,
  ref: z.string().nullable(),
  title: z.string().nullable(),
  project: z.string().nullable(),
  /** The passage that answers; if it was cut, content_length is the full length. */
  content: z.string(),
  content_length: z.int().optional(),
  /** When it was said, or last changed, and by whom: an agent's slug or a person's handle. */
  at: Timestamp,
  by: z.string(),
  status: z.string().nullable(),
  superseded_by: z.string().nullable(),
  supersedes: Id.nullable(),
  supersedes_ref: z.string().nullable(),
  contradicts: z.array(Contradiction),
  trust: z.string().optional(),
  pinned: z.boolean(),
  tags: z.array(z.string()),
  confidence: Confidence,
  score: z.number(),
  why: z.object({
    /** Words of the question that occur in it. */
    text: z.array(z.string()),
    /** How close its meaning is, from -1 to 1; null if there is no vector to compare. */
    meaning: z.number().nullable(),
  }),
})

components({ KnowledgeHit: Hit })

export const searchKnowledge = contract({
  summary: 'Search what is known: memories, specs, decisions, tasks, notes and features; each hit says how sure it is',
  realm: 'organization',
  permission: 'memory:read',
  effect: 'read',
  stale_after: ['memory.*'],
  input: z.strictObject({ query: Query, in: Kinds.optional(), ...whose, tag: Tag.optional(), limit: HitLimit }),
  output: z.object({
    items: z.array(Hit),
    found: Found,
    /** How many more there are with a higher limit: of those that are sure or likely; if none is, of all. */
    more: z.int(),
    mode: z.enum(['hybrid', 'text']),
    /** Why something was not searched, or that nothing answers for certain. */
    note: z.string().nullable(),
  }),
  http: [{ method: 'GET', path: '/api/knowledge/search' }],
  rehearsal: { input: { query: 'Text' } },
})
