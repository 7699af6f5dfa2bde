import { act } from '../../../data/writes/act.ts'
import type { TaskStatus } from '../../../ui/marks/task-marks.tsx'
import type { Node } from './branches.ts'

const epicOf = (node: Node): string => node.parent?.key ?? ''

export function setBranchStatus(organization: string, project: string, node: Node, status: TaskStatus): void {
  const label = `Change ${node.key}`
  const then = ['listTasks'] as const
  if (node.kind === 'epic') void act({ organization, operation: 'updateEpic', input: { project, epic: node.key, status }, label, then })
  else void act({ organization, operation: 'updateStory', input: { project, epic: epicOf(node), story: node.key, status }, label, then })
}

/** An epic or story goes with all below it, and comes back with exactly that. */
export function removeBranch(organization: string, project: string, node: Node): void {
  const common = {
    organization,
    label: `Delete ${node.key}`,
    done: `${node.key} and what is below it deleted`,
    then: ['listTasks'] as const,
    undo: () => ({
      organization,
      operation: 'restoreItem' as const,
      input: { item: node.key, kind: node.kind },
      label: `Restore ${node.key}`,
    }),
  }
  if (node.kind === 'epic') void act({ ...common, operation: 'deleteEpic', input: { project, epic: node.key } })
  else void act({ ...common, operation: 'deleteStory', input: { project, epic: epicOf(node), story: node.key } })
}
