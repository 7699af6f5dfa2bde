import { z } from 'zod'
import { Id, Timestamp } from '../../kernel/contract.ts'

/** One line of the log as people and agents read it. */
export const Activity = z.object({
  seq: z.int(),
  at: Timestamp,
  type: z.string(),
  actor: z.object({ user_id: Id.nullable(), agent_id: Id.nullable(), credential: z.string(), door: z.string() }),
  project_id: Id.nullable(),
  subject_id: Id.nullable(),
  summary: z.string(),
})
