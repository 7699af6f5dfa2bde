import { z } from 'zod'
import { Id, Timestamp } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'

/** A review or an approval as it was given. */
export const Verdict = z.object({
  id: Id,
  feature_id: Id,
  gate: z.string(),
  kind: z.enum(['review', 'approval']),
  verdict: z.enum(['approve', 'request_changes', 'send_back']),
  words: z.string(),
  commit: z.string().nullable(),
  spec_version: z.int().nullable(),
  user_id: Id,
  agent_id: Id.nullable(),
  by_person: z.boolean(),
  self_approved: z.boolean(),
  created_at: Timestamp,
  voided_at: Timestamp.nullable(),
  void_reason: z.enum(['commit', 'spec', 'sent_back']).nullable(),
})

components({ Verdict })
