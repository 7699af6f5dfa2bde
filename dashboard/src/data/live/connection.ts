import { createStore } from '../store.ts'

/** `live`: events arrive. `connecting`: reads work, events may be late. `offline`: nothing reaches the server. */
export const connection = createStore<'live' | 'connecting' | 'offline'>(navigator.onLine ? 'connecting' : 'offline')
