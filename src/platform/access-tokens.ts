import { createHmac } from 'node:crypto'
import { jwtVerify } from 'jose'

const accessTokenMinutes = 15
const maxVerified = 10_000

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const header = base64url({ alg: 'HS256', typ: 'JWT' })

export interface AccessClaims {
  user: string
  session: string
  kind: 'interactive' | 'device'
}

/** Signs and reads the short-lived JWT of a login session. The first secret signs, all verify, so one can be rotated out. */
export interface AccessTokens {
  /** Synchronous and not on another thread, because it is called inside transactions. */
  sign(claims: AccessClaims, now: Date): { token: string; expires_at: string }
  verify(token: string, now: Date): Promise<AccessClaims | null>
  /** Whether this token is already known to be one of ours; false says nothing. */
  knows(token: string): boolean
}

export function createAccessTokens(secrets: readonly string[], issuer: string): AccessTokens {
  const keys = secrets.map((secret) => new TextEncoder().encode(secret))
  const [first] = keys
  if (!first) throw new Error('SECRET_KEY is empty')
  // A valid signature stays valid; whether its session is still alive is checked in the database every time.
  const verified = new Map<string, { claims: AccessClaims; expires: number }>()
  return {
    sign({ user, session, kind }, now) {
      const seconds = Math.floor(now.getTime() / 1000)
      const exp = seconds + accessTokenMinutes * 60
      const payload = { sid: session, kind, sub: user, iss: issuer, aud: 'baton', iat: seconds, exp }
      const signed = `${header}.${base64url(payload)}`
      const token = `${signed}.${createHmac('sha256', first).update(signed).digest('base64url')}`
      return { token, expires_at: new Date(exp * 1000).toISOString() }
    },
    knows: (token) => verified.has(token),
    async verify(token, now) {
      const known = verified.get(token)
      if (known) return known.expires > now.getTime() ? known.claims : null
      for (const key of keys) {
        const checked = await jwtVerify(token, key, { issuer, audience: 'baton', algorithms: ['HS256'], currentDate: now }).catch(
          () => null,
        )
        const claims = checked?.payload
        if (claims && typeof claims.sub === 'string' && typeof claims['sid'] === 'string') {
          const read: AccessClaims = {
            user: claims.sub,
            session: claims['sid'],
            kind: claims['kind'] === 'device' ? 'device' : 'interactive',
          }
          if (verified.size >= maxVerified) verified.clear()
          verified.set(token, { claims: read, expires: (claims.exp ?? 0) * 1000 })
          return read
        }
      }
      return null
    },
  }
}
