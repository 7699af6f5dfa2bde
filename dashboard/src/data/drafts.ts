import { currentUserId } from './current-user.ts'
import { draftsKept } from './device.ts'
import { impersonation } from './impersonation.ts'

const nameOf = (what: string) => `${draftsKept}${currentUserId()} ${what}`

/** What this person has typed and not sent, on this device: it outlives a reload, a new version and a lost connection. */
export function draftOf(what: string): string {
  return impersonation ? '' : (localStorage.getItem(nameOf(what)) ?? '')
}

export function keepDraft(what: string, text: string): void {
  if (impersonation) return
  try {
    if (text) localStorage.setItem(nameOf(what), text)
    else localStorage.removeItem(nameOf(what))
  } catch {
    // Full: then it is only on the screen, as before.
  }
}
