import { expect, test, vi } from 'vitest'
import type { Task } from '../../../data/tasks/task-patch.ts'

vi.mock('../../../data/reads.ts', () => ({}))
vi.mock('../../../ui/marks/task-marks.tsx', () => ({ taskPriorities: {}, taskStatuses: {} }))

test('no task is missing on a board because its column was not read', async () => {
  const { columnsOf } = await import('./columns.ts')
  const task = (id: string, milestone_id: string | null) => ({ id, milestone_id }) as Task
  const faces = ['none', 'beta'].map((value) => ({ value, title: value, agent: false }))
  const grouping = { by: 'milestone', faces, of: (one: Task) => [one.milestone_id ?? 'none'] } as const
  const columns = columnsOf(grouping, [task('1', 'beta'), task('2', 'unread'), task('3', null)])
  expect(columns.map(({ value, count, tasks }) => [value, count, tasks.map(({ id }) => id)])).toEqual([
    ['none', 2, ['2', '3']],
    ['beta', 1, ['1']],
  ])
})
