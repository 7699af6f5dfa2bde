import { clear, createStore as createDatabase } from 'idb-keyval'
import { impersonation } from './impersonation.ts'

/** What this browser keeps: answers read before, writes not yet sent. All of it is gone after a logout. */
// What is somebody else's stays apart from what is one's own.
const apart = impersonation ? `-as-${impersonation.id}` : ''
export const answersKept = createDatabase(`baton-answers${apart}`, 'answers')
export const writesKept = createDatabase(`baton-writes${apart}`, 'writes')

export { del, entries, set } from 'idb-keyval'

export async function forgetEverything(): Promise<void> {
  await Promise.all([clear(answersKept), clear(writesKept)]).catch(() => {})
}
