import type { Input, Output } from '@baton/client'
import { act } from '../writes/act.ts'
import type { WriteSpec } from '../writes/outbox.ts'
import type { TaskPatch } from './task-patch.ts'

/** An epic or story; `parents` names the epic a story is in. */
export interface Branch {
  id: string
  key: string
  kind: 'epic' | 'story' | 'task'
  parents?: readonly { key: string; kind: string }[]
}

interface Where {
  organization: string
  project: string
}

/** The list of epics and stories, which their events don't make stale. */
const then = ['listTasks'] as const

const epicOf = ({ parents = [] }: Branch): string => parents.find(({ kind }) => kind === 'epic')?.key ?? ''

export const restoreItem = (organization: string, { id, key, kind }: Branch, patch?: TaskPatch) => ({
  organization,
  operation: 'restoreItem' as const,
  input: { item: id, kind },
  label: `Restore ${key}`,
  ...(patch && { patch }),
})

/** The fields that stories and epics share. */
type Change = Omit<Input<'updateEpic'>, 'project' | 'epic'>
type Rest = Omit<WriteSpec<'updateEpic'>, 'operation' | 'input' | 'organization'>

export function updateBranch({
  project,
  branch,
  input,
  ...rest
}: Where & Rest & { branch: Branch; input: Change }): Promise<Output<'updateEpic'> | null> {
  if (branch.kind === 'epic') return act({ ...rest, then, operation: 'updateEpic', input: { project, epic: branch.key, ...input } })
  return act({ ...rest, then, operation: 'updateStory', input: { project, epic: epicOf(branch), story: branch.key, ...input } })
}

/** Deletes an epic or story with everything below it; undo restores exactly that. */
export async function removeBranch({ organization, project, branch }: Where & { branch: Branch }): Promise<boolean> {
  const told = {
    organization,
    label: `Delete ${branch.key}`,
    done: `${branch.key} and its subtasks deleted`,
    undo: () => ({ ...restoreItem(organization, branch), then }),
    then,
  }
  const answer =
    branch.kind === 'epic'
      ? await act({ ...told, operation: 'deleteEpic', input: { project, epic: branch.key } })
      : await act({ ...told, operation: 'deleteStory', input: { project, epic: epicOf(branch), story: branch.key } })
  return answer !== null
}

/** Creates a story if `epic` is given, otherwise an epic. */
export function createBranch({ organization, project, title, epic }: Where & { title: string; epic?: string }): void {
  const label = `Create “${title}”`
  if (epic === undefined) void act({ organization, operation: 'createEpic', input: { project, title }, label, then })
  else void act({ organization, operation: 'createStory', input: { project, epic, title }, label, then })
}
