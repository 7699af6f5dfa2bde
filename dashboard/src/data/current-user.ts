import { forgetEverything } from './device.ts'
import { impersonation } from './impersonation.ts'
import { currentUser, session } from './session.ts'

const key = 'baton.user'
const listeners = new Set<() => void>()

/** Who used this browser last; known without a connection too. */
export const currentUserId = (): string => currentUser()?.id ?? localStorage.getItem(key) ?? ''

/** Hears when somebody else logs in: what is in memory is not theirs to see. */
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
