import type { Tool } from '../../../../kernel/contract.ts'

const day = 86_400_000

/** How to restore what a tool has deleted, and until when that is possible. */
export function undoOf({ undo }: Tool, now: Date): { how: string; until?: string } | undefined {
  if (!undo) return undefined
  return { how: undo.how, ...(undo.days && { until: new Date(now.getTime() + undo.days * day).toISOString() }) }
}
