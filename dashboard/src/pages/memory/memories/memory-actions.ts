import { act } from '../../../data/writes/act.ts'
import type { Memory } from './memory-search-state.ts'

const reads = ['listMemories', 'getMemory', 'searchMemory', 'listMemoryReviews'] as const

export function pinMemory(organization: string, { id, pinned }: Memory): void {
  const set = (value: boolean) => ({
    organization,
    operation: 'updateMemory' as const,
    input: { memory: id, pinned: value },
    label: value ? 'Pin memory' : 'Unpin memory',
  })
  void act({ ...set(!pinned), done: pinned ? 'Unpinned' : 'Pinned: agents see it first', undo: () => set(pinned), then: reads })
}

export function deleteMemory(organization: string, { id }: Memory): void {
  void act({
    organization,
    operation: 'deleteMemory',
    input: { memory: id },
    label: 'Delete memory',
    done: 'Memory deleted. It can be restored for 30 days.',
    undo: () => ({ organization, operation: 'restoreMemory', input: { memory: id }, label: 'Restore memory' }),
    then: reads,
  })
}

export function restoreMemory(organization: string, { id }: Memory): void {
  void act({
    organization,
    operation: 'restoreMemory',
    input: { memory: id },
    label: 'Restore memory',
    done: 'Memory restored',
    undo: () => ({ organization, operation: 'deleteMemory', input: { memory: id }, label: 'Delete memory' }),
    then: reads,
  })
}

export function flagMemory(organization: string, { id }: Memory, other: string): void {
  void act({
    organization,
    operation: 'flagMemory',
    input: { memory: id, others: [other], kind: 'contradiction' },
    label: 'Flag a contradiction',
    done: 'Flagged for review',
    undo: ({ items }) => ({
      organization,
      operation: 'resolveMemoryReview',
      input: { review: items[0]?.id ?? '', resolution: 'keep_both' },
      label: 'Remove flag',
    }),
    then: reads,
  })
}
