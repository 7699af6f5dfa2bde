import { forgetEverything } from './device.ts'
import { impersonation } from './impersonation.ts'
import { currentUser, session } from './session.ts'

const key = 'baton.user'
const listeners = new Set<() => void>()

/** The last user of this browser; also known offline. */
export const currentUserId = (): string => currentUser()?.id ?? localStorage.getItem(key) ?? ''

/** Called when somebody else logs in, who must not see what is in memory. */
export const onAnother = (listener: () => void): void => void listeners.add(listener)

session.subscribe(() => {
  const id = currentUser()?.id
  const before = localStorage.getItem(key)
  if (id === undefined || id === before || impersonation) return
  localStorage.setItem(key, id)
  if (before === null) return
  void forgetEverything()
  for (const listener of listeners) listener()
})
