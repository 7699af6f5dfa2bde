import { type Answer, type Person, send } from '../../harness/person.ts'
import { SoftwareAuthenticator, type Twist } from './software-authenticator.ts'

export interface Proof {
  challenge_id: string
  response: Record<string, unknown>
}

export const originOf = (appUrl: string): string => new URL(appUrl).origin

/** Adds a passkey to a person's account through the web API alone. */
export async function addPasskey(person: Person, origin: string, more: { name?: string; second_factor?: boolean } = {}) {
  const authenticator = new SoftwareAuthenticator(origin)
  const { challenge_id, options } = await person.do('POST', '/api/auth/passkey/register/begin', {})
  const passkey = { challenge_id, response: authenticator.create(options) }
  const { id } = await person.do('POST', '/api/auth/passkey/register/finish', { name: 'Key', ...more, passkey })
  return { authenticator, id: id as string }
}

/** A fresh proof of the passkey, as accepted by login, second factor and step-up. */
export async function proofOf(url: string, authenticator: SoftwareAuthenticator, twist: Twist = {}): Promise<Proof> {
  const { challenge_id, options } = (await send(url, 'POST', '/api/auth/passkey/authenticate/begin', {})).body
  return { challenge_id, response: authenticator.get(options, twist) }
}

export const loginWith = (url: string, passkey: Proof): Promise<Answer> =>
  send(url, 'POST', '/api/auth/passkey/authenticate/finish', { passkey })
