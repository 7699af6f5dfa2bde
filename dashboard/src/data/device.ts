import { clear, createStore as createDatabase } from 'idb-keyval'
import { impersonation } from './impersonation.ts'

/** Stored in this browser: cached answers and unsent writes. A logout clears all of it. */
// Impersonation gets its own databases, so that another user's data never mixes with the administrator's.
const apart = impersonation ? `-as-${impersonation.id}` : ''
export const answersKept = createDatabase(`baton-answers${apart}`, 'answers')
/** One entry per project, so that thousands of rows are loaded only where they are shown. */
export const tasksKept = createDatabase(`baton-tasks${apart}`, 'tasks')
export const writesKept = createDatabase(`baton-writes${apart}`, 'writes')

export { del, entries, get, set } from 'idb-keyval'

/** What people type, in local storage: a form needs it at once. */
export const draftsKept = 'baton.draft.'

export async function forgetEverything(): Promise<void> {
  for (const name of Object.keys(localStorage)) if (name.startsWith(draftsKept)) localStorage.removeItem(name)
  // Left by earlier versions.
  indexedDB.deleteDatabase('baton-devices')
  await Promise.all([clear(answersKept), clear(tasksKept), clear(writesKept)]).catch(() => {})
}
