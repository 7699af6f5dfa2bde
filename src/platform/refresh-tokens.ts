import { randomBytes } from 'node:crypto'
import { createSignedIds } from './signed-ids.ts'

const serialBytes = 16

/** Makes and recognizes the refresh tokens of login sessions: session id, serial and MAC. */
export interface RefreshTokens {
  /** The first token of a session. */
  first(session: string): string
  /** The token that follows another: parallel refreshes of one token all get the same successor. */
  successor(session: string, token: string): string
  /** The session we made this token for, however long ago; null for anything else. */
  sessionOf(token: string): string | null
}

export function createRefreshTokens(secrets: readonly string[]): RefreshTokens {
  const ids = createSignedIds(secrets, 'baton refresh tokens')
  return {
    first: (session) => ids.sign(session, randomBytes(serialBytes)),
    successor: (session, token) => ids.sign(session, ids.mac(`after ${token}`).subarray(0, serialBytes)),
    sessionOf: (token) => ids.read(token),
  }
}
