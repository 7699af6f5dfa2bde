import { clear, createStore as createDatabase } from 'idb-keyval'

/** What this browser keeps: answers read before, writes not yet sent. All of it is gone after a logout. */
export const answersKept = createDatabase('baton-answers', 'answers')
export const writesKept = createDatabase('baton-writes', 'writes')

export { del, entries, set } from 'idb-keyval'

export async function forgetEverything(): Promise<void> {
  await Promise.all([clear(answersKept), clear(writesKept)]).catch(() => {})
}
