import { z } from 'zod'
import { Id, contract } from '../../kernel/contract.ts'
import { Name } from '../vocabulary.contract.ts'

export const enrolAgent = contract({
  summary: 'The agent that acts through this token and client, made on first use',
  realm: 'organization',
  permission: 'agent:read',
  effect: 'create',
  creates: { ref: 'agent', field: 'slug' },
  input: z.strictObject({ token_id: Id, client_name: Name }),
  output: z.object({ id: Id, slug: z.string(), name: z.string(), owner_id: Id }),
  rehearsal: { input: { token_id: '$token_id', client_name: '$new_handle' } },
})
