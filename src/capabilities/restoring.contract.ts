import { z } from 'zod'
import type { Tool } from '../kernel/contract.ts'

/** A tool that deletes also restores, with `restore: true`: `operation` then gets the tool's argument `from` as its field `to`. */
export const restoredBy = (
  operation: string,
  from: string,
  to = from,
  more: Record<string, unknown> = {},
): NonNullable<Tool['variants']> => ({
  input: { restore: z.boolean().optional().describe('restore it instead') },
  choose({ restore, ...given }) {
    if (restore !== true) return { given }
    const { idempotency_key, response_format } = given
    return {
      operation,
      given: {
        [to]: given[from],
        ...more,
        ...(idempotency_key !== undefined && { idempotency_key }),
        ...(response_format !== undefined && { response_format }),
      },
    }
  },
})
