import type { Cast } from './cast.ts'
import { measure, reading, type Work } from './load.ts'

/** Maximum slowdown of a call in a project of a hundred thousand tasks, compared with one of a thousand. */
export const maxGrowth = 1.3

const growing = (name: string, path: (project: string) => string) => (cast: Cast, project: string) =>
  reading(cast, `${name} of ${project}`, path(project))
const list = (query: string) => (project: string) => `/api/tasks?project=${project}&limit=20${query}`

/** Every page has the same number of rows in both projects, so only the cost of finding them differs. */
export const largeCases = [
  growing('read: status, label and assignee', list('&status=todo&label=label1&assignee=me')),
  growing('read: one label', list('&label=label7')),
  growing('read: sorted by rank', list('&sort=rank')),
  growing('read: sorted by priority', list('&sort=priority&response_format=concise')),
  growing('read: sorted by due day', list('&sort=due')),
  growing('read: sorted by last change', list('&sort=updated')),
  growing('read: a page of the tree', (project) => `/api/projects/${project}/tree?limit=20`),
  growing('read: the board', (project) => `/api/projects/${project}/board`),
  growing('read: the board by assignee', (project) => `/api/projects/${project}/board?group_by=assignee`),
]

/** Alternates short rounds, so that other load on the machine affects both equally. */
export async function measureGrowth(url: string, [small, large]: readonly [Work, Work], rounds: number): Promise<number[]> {
  await measure(url, small, 1, 4)
  await measure(url, large, 1, 4)
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const little = await measure(url, small, 1, 4)
    const much = await measure(url, large, 1, 4)
    ratios.push(little.perSecond / much.perSecond)
  }
  return ratios
}
