import { expect, test } from 'vitest'
import { placesOf, waysBack } from './order.ts'
import type { Task } from './task-patch.ts'

const task = (id: string, rank: string) => ({ id, rank, number: 1 }) as Task
const [a, b, c, d] = [task('a', '1'), task('b', '2'), task('c', '3'), task('d', '4')]
const before = [a, b, c, d]
const at = (...tasks: Task[]) => new Map(tasks.map((one) => [one.id, one]))
const told = (moved: Task[], now: ReadonlyMap<string, Task>) =>
  waysBack(placesOf(before, moved), now).map(({ task: { id }, target }) =>
    target.after ? `${id} after ${target.after.id}` : `${id} before ${target.before?.id}`,
  )

test('a task goes back behind the one it stood behind', () => {
  expect(told([c], at(a, b, d, task('c', '0')))).toEqual(['c after b'])
  expect(told([a], at(b, c, d, task('a', '9')))).toEqual(['a before b'])
})

test('where that one has moved or is gone, it goes next to the nearest that has not', () => {
  expect(told([c], at(a, d, task('b', '9'), task('c', '0')))).toEqual(['c before d'])
  expect(told([c], at(a, d, task('c', '0')))).toEqual(['c before d'])
  expect(told([c], at(a, task('c', '0')))).toEqual(['c after a'])
  expect(told([c], at(task('a', '8'), task('b', '9'), task('c', '0')))).toEqual(['c after b'])
})

test('several go back in their order, each behind the one put back before it', () => {
  expect(told([c, b], at(a, d, task('b', '8'), task('c', '9')))).toEqual(['b after a', 'c after b'])
})

test('what has been deleted meanwhile is left alone', () => {
  expect(told([b, c], at(a, d, task('c', '9')))).toEqual(['c before d'])
})
