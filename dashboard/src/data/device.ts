import { clear, createStore as createDatabase } from 'idb-keyval'
import { impersonation } from './impersonation.ts'

/** What this browser keeps: answers read before, writes not yet sent. All of it is gone after a logout, but for which sync device this is. */
// What is somebody else's stays apart from what is one's own.
const apart = impersonation ? `-as-${impersonation.id}` : ''
export const answersKept = createDatabase(`baton-answers${apart}`, 'answers')
/** By project: thousands of rows are read only where they are shown. */
export const tasksKept = createDatabase(`baton-tasks${apart}`, 'tasks')
export const writesKept = createDatabase(`baton-writes${apart}`, 'writes')
/** By person and organization. A new device at every login would soon fill the list of them. */
export const devicesKept = createDatabase('baton-devices', 'devices')

export { del, entries, get, set } from 'idb-keyval'

export async function forgetEverything(): Promise<void> {
  await Promise.all([clear(answersKept), clear(tasksKept), clear(writesKept)]).catch(() => {})
}
