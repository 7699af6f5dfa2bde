import type { Tool } from '../../../../kernel/contract.ts'

const day = 86_400_000

/** How what a tool has deleted comes back, and until when that can be asked for. */
export function undoOf({ undo }: Tool, now: Date): { how: string; until?: string } | undefined {
  if (!undo) return undefined
  return { how: undo.how, ...(undo.days && { until: new Date(now.getTime() + undo.days * day).toISOString() }) }
}
