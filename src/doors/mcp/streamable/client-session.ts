import { randomUUID } from 'node:crypto'
import type { ClientCapabilities } from '@modelcontextprotocol/server'

/** What a client lets itself be asked, a letter each: nothing else of its first message matters later. */
const letters: Record<string, ClientCapabilities> = { e: { elicitation: { form: {} } }, s: { sampling: {} }, r: { roots: {} } }

/**
 * A 2025-era client says its name and what it can be asked once, in `initialize`, and then sends back whatever session id it
 * got. Both travel in that id, so any node can answer and none keeps state. It is no secret and grants nothing.
 */
export function sessionNaming(client: string, can: ClientCapabilities = {}): string {
  // To a client that does not say which, a form is meant.
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
