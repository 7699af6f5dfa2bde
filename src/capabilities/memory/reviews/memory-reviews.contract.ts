import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, Version, contract, page, ref } from '../../../kernel/contract.ts'
import { MemoryRef } from '../entries/memory.contract.ts'
import { ProjectRef, stamps } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'

const Kind = z.enum(['duplicate', 'contradiction'])
const Side = z.object({
  id: Id,
  ref: z.string(),
  content: z.string(),
  trust: z.string(),
  created_at: Timestamp,
  superseded_by: Id.nullable(),
  deleted_at: Timestamp.nullable(),
})
const Review = z.object({
  id: Id,
  kind: Kind,
  similarity: z.number().nullable(),
  newer: Side,
  older: Side,
  resolution: z.enum(['keep_both', 'keep_newer', 'keep_older']).nullable(),
  resolved_by: Id.nullable(),
  resolved_at: Timestamp.nullable(),
  ...stamps,
})

components({ MemoryReviewSide: Side, MemoryReview: Review })

export const flagMemory = contract({
  summary: 'Report that memories repeat or contradict each other, for review',
  realm: 'organization',
  permission: 'memory:write',
  effect: 'create',
  creates: { ref: 'memory_review', field: 'items.0.id' },
  input: z.strictObject({ memory: MemoryRef, others: z.array(MemoryRef).min(1).max(10), kind: Kind.default('contradiction') }),
  output: z.object({ items: z.array(Review) }),
  http: [{ method: 'POST', path: '/api/memories/:id/flag', params: { id: 'memory' } }],
})

export const listMemoryReviews = contract({
  summary: 'List memories that may repeat or contradict each other, newest first',
  realm: 'organization',
  permission: 'memory:read',
  effect: 'read',
  stale_after: ['memory.*', 'memory_review.*'],
  input: z.strictObject({
    project: ProjectRef.optional(),
    kind: Kind.optional(),
    resolved: z.boolean().default(false),
    limit: Limit,
    cursor: Cursor.optional(),
  }),
  output: page(Review),
  http: [{ method: 'GET', path: '/api/memory-reviews' }],
})

export const resolveMemoryReview = contract({
  summary: 'Settle a review: keep both, or let one memory supersede the other',
  realm: 'organization',
  permission: 'memory:write',
  effect: 'change',
  input: z.strictObject({
    review: ref('memory_review', Id),
    resolution: z.enum(['keep_both', 'keep_newer', 'keep_older']),
    version: Version.optional(),
  }),
  output: Review,
  http: [{ method: 'POST', path: '/api/memory-reviews/:id/resolve', params: { id: 'review' } }],
})
