import { randomUUID } from 'node:crypto'

/**
 * A 2025-era client names itself once, in `initialize`, and then sends back whatever session id it got. The name travels in
 * that id, so any node can answer and none keeps state. It is no secret and grants nothing.
 */
export const sessionNaming = (client: string): string => `${randomUUID()}.${Buffer.from(client).toString('base64url')}`

export function clientOfSession(session: string | undefined): string | undefined {
  const name = session?.split('.')[1]
  return name ? Buffer.from(name, 'base64url').toString() : undefined
}
