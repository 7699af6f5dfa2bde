import { Refusal } from '../../kernel/errors.ts'

/** A deleted agent is not replaced by a new one at its token's next call: deleting it would then stop nothing. */
export const agentIsDeleted = (): Refusal =>
  new Refusal('agent_deleted', 'The agent that acts through this token was deleted. Have its owner restore it, or use another token.')
