import type { IncomingMessage } from 'node:http'
import { isId } from '../../platform/ids.ts'
import { newSecret } from '../../platform/secrets.ts'
import type { SignedMessages } from '../shared/signed-messages.ts'

const purpose = 'tunnel challenge'

/** What a machine authenticates with: its response to a challenge, or the token of a stream it was asked for. */
export type Credential =
  | { kind: 'machine'; organization: string; tunnel: string; challenge: string; challengedAt: string; signature: string }
  | { kind: 'stream'; token: string }
  | { kind: 'node'; token: string }

/** Signed by this instance, so that any node can verify it; the database ensures that it is used only once. */
export function newChallenge(seals: SignedMessages, now: Date): string {
  return Buffer.from(seals.seal(purpose, { at: now.toISOString(), random: newSecret() })).toString('base64url')
}

const machine = /^Baton-Machine organization="([\w-]{36})", tunnel="([\w-]{36})", challenge="([\w-]{1,1000})", signature="([\w-]{1,200})"$/
const token = /^Baton-(Stream|Node) ([\w-]{1,2000})$/

export function readCredential(seals: SignedMessages, request: IncomingMessage): Credential | undefined {
  const header = request.headers.authorization ?? ''
  const [, kind, given = ''] = header.match(token) ?? []
  if (kind) return { kind: kind === 'Node' ? 'node' : 'stream', token: Buffer.from(given, 'base64url').toString() }
  const [, organization = '', tunnel = '', challenge = '', signature = ''] = header.match(machine) ?? []
  if (!isId(organization) || !isId(tunnel)) return undefined
  const opened = seals.open(purpose, Buffer.from(challenge, 'base64url').toString()) as { at: string } | undefined
  return opened && { kind: 'machine', organization, tunnel, challenge, challengedAt: opened.at, signature }
}
