import { randomUUID } from 'node:crypto'
import type { ClientCapabilities } from '@modelcontextprotocol/server'

/** What a client can be asked, one letter each; nothing else in `initialize` matters later. */
const letters: Record<string, ClientCapabilities> = { e: { elicitation: { form: {} } }, s: { sampling: {} }, r: { roots: {} } }

/**
 * A 2025-era client sends its name and capabilities once, in `initialize`, and then echoes whatever session id it got. The id encodes
 * both, so any node can respond and none keeps state. It is not a secret and grants nothing.
 */
export function sessionNaming(client: string, can: ClientCapabilities = {}): string {
  // A client that does not say which mode of elicitation it supports means forms.
  const fills = can.elicitation && (can.elicitation.form ?? !can.elicitation.url)
  const asked = `${fills ? 'e' : ''}${can.sampling ? 's' : ''}${can.roots ? 'r' : ''}`
  return `${randomUUID()}.${Buffer.from(client).toString('base64url')}.${asked}`
}

export function clientOfSession(session: string | undefined): string | undefined {
  const name = session?.split('.')[1]
  return name ? Buffer.from(name, 'base64url').toString() : undefined
}

/** Undefined for a client that cannot be asked anything. */
export function capabilitiesOfSession(session: string | undefined): ClientCapabilities | undefined {
  const said = session?.split('.')[2] ?? ''
  const asked = Object.entries(letters).flatMap(([letter, can]) => (said.includes(letter) ? can : []))
  return asked.length > 0 ? Object.assign({}, ...asked) : undefined
}
