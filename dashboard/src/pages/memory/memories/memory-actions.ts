import { act } from '../../../data/writes/act.ts'
import type { Memory } from './memory-search-state.ts'

const reads = ['listMemories', 'getMemory', 'searchMemory', 'listMemoryReviews'] as const

export function pinMemory(organization: string, { id, pinned }: Memory): void {
  const set = (value: boolean) => ({
    organization,
    operation: 'updateMemory' as const,
    input: { memory: id, pinned: value },
    label: value ? 'Pin a memory' : 'Unpin a memory',
  })
  void act({ ...set(!pinned), done: pinned ? 'No longer pinned' : 'Pinned: agents get it first', undo: () => set(pinned), then: reads })
}

export function deleteMemory(organization: string, { id }: Memory): void {
  void act({
    organization,
    operation: 'deleteMemory',
    input: { memory: id },
    label: 'Delete a memory',
    done: 'Memory deleted. It can be brought back for 30 days.',
    undo: () => ({ organization, operation: 'restoreMemory', input: { memory: id }, label: 'Bring a memory back' }),
    then: reads,
  })
}

export function restoreMemory(organization: string, { id }: Memory): void {
  void act({
    organization,
    operation: 'restoreMemory',
    input: { memory: id },
    label: 'Bring a memory back',
    done: 'The memory is back',
    undo: () => ({ organization, operation: 'deleteMemory', input: { memory: id }, label: 'Delete a memory' }),
    then: reads,
  })
}

export function flagMemory(organization: string, { id }: Memory, other: string): void {
  void act({
    organization,
    operation: 'flagMemory',
    input: { memory: id, others: [other], kind: 'contradiction' },
    label: 'Flag a contradiction',
    done: 'Both are up for review',
    undo: ({ items }) => ({
      organization,
      operation: 'resolveMemoryReview',
      input: { review: items[0]?.id ?? '', resolution: 'keep_both' },
      label: 'Take the flag back',
    }),
    then: reads,
  })
}
