import type { Output } from '@baton/client'
import { offerUndo } from '../../../data/tasks/edit-tasks.ts'
import { draftTask, type Task } from '../../../data/tasks/task-patch.ts'
import { toast } from '../../../data/toast.ts'
import { act } from '../../../data/writes/act.ts'

interface Place {
  organization: string
  /** Slug of the project that they are in. */
  project: string
}
type Moved = Output<'moveTaskToProject'>

const send = ({ organization, project }: Place, { id, key }: Pick<Task, 'id' | 'key'>, to: string, name: string) =>
  act({
    organization,
    operation: 'moveTaskToProject',
    input: { task: id, project: to },
    label: `Move ${key} to ${name}`,
    patch: { project, tasks: [id], remove: true },
    then: ['getItem'],
  })

const leftBehind = ({ dropped }: Moved): string[] => dropped.filter(({ what }) => what !== 'lease').map(({ name }) => name)

/** Moves tasks to another project and offers undo, with what could not come along. Returns those that were moved. */
export async function moveTasks(place: Place, tasks: readonly Task[], to: string, name: string): Promise<Moved[]> {
  const answers = await Promise.all(tasks.map((task) => send(place, task, to, name)))
  const moved = answers.filter((one) => one !== null)
  const [first] = moved
  if (!first) return []
  const takeBack = () => {
    for (const one of moved) {
      const before = tasks.find(({ id }) => id === one.id)
      void send({ ...place, project: to }, one, place.project, 'its project').then((back) => {
        const { parent_id: parent, milestone_id: milestone } = before ?? {}
        if (back && (parent || milestone))
          void act({
            organization: place.organization,
            operation: 'updateTask',
            input: { task: one.id, ...(parent && { parent }), ...(milestone && { milestone }) },
            label: `Restore ${one.moved_from}`,
            patch: { project: place.project, tasks: [one.id] },
          })
      })
    }
  }
  offerUndo(takeBack)
  const left = [...new Set(moved.flatMap(leftBehind))]
  toast.success(moved.length === 1 ? `${first.moved_from} is now ${first.key} in ${name}` : `${moved.length} tasks moved to ${name}`, {
    ...(left.length > 0 && { description: `Left behind: ${left.slice(0, 4).join(', ')}` }),
    action: { label: 'Undo', onClick: takeBack },
  })
  return moved
}

/** Creates a copy of a task. */
export function duplicateTask({ organization, project }: Place, task: Task): void {
  void act({
    organization,
    operation: 'duplicateTask',
    input: { task: task.id },
    label: `Duplicate ${task.key}`,
    patch: {
      project,
      tasks: [],
      create: draftTask({
        ...task,
        id: crypto.randomUUID(),
        key: 'New',
        version: 0,
        status: task.status === 'backlog' ? 'backlog' : 'todo',
      }),
    },
    done: `${task.key} duplicated`,
    undo: (copy) => ({
      organization,
      operation: 'deleteTask' as const,
      input: { task: copy.id },
      label: `Delete ${copy.key}`,
      patch: { project, tasks: [copy.id], remove: true as const },
    }),
  })
}
