import type { Input } from '@baton/client'
import { act } from '../../data/writes/act.ts'
import { readAgain } from '../../data/reads.ts'
import { showItem, type Item } from './item.ts'

type Fields = Omit<Input<'updateTask'>, 'task' | 'project' | 'epic' | 'story'>
/** What stories and epics have as well. */
type Shared = Pick<Fields, 'title' | 'description' | 'status' | 'priority' | 'labels'>

interface Change {
  organization: string
  item: Item
  fields: Fields
  /** How the page looks with it. */
  shown: Partial<Item>
  label: string
}

/** Changes named fields of an item of any kind; false when the server refused, and the page shows what is true again. */
export async function changeItem({ organization, item, fields, shown, label }: Change): Promise<boolean> {
  showItem(organization, item.id, shown)
  const answer = await send({ organization, item, fields, shown, label })
  if (answer === null) readAgain(organization, new Set(['getItem']))
  return answer !== null
}

function send({ organization, item, fields, shown, label }: Change): Promise<unknown> {
  const project = item.project.slug
  if (item.kind === 'task') {
    const patch = { project, tasks: [item.id], fields: shown }
    return act({ organization, operation: 'updateTask', input: { task: item.key, ...fields }, label, patch })
  }
  const shared = fields as Shared
  if (item.kind === 'epic') return act({ organization, operation: 'updateEpic', input: { project, epic: item.key, ...shared }, label })
  const epic = item.parents.find(({ kind }) => kind === 'epic')?.key ?? ''
  return act({ organization, operation: 'updateStory', input: { project, epic, story: item.key, ...shared }, label })
}
