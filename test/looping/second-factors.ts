import { createECDH, randomBytes } from 'node:crypto'
import { codeAt, stepAt } from '../../src/capabilities/identity/second-factor/totp.ts'
import { digest, newSecret } from '../../src/platform/secrets.ts'
import type { Baton } from '../harness/baton.ts'
import { originOf } from '../identity/passkeys/passkey-owner.ts'
import { SoftwareAuthenticator } from '../identity/passkeys/software-authenticator.ts'
import type { Person } from '../harness/person.ts'

type Look = Baton['look']

interface Owner {
  world: { baton: Baton; look: Look; run(name: string, person: Person | null, input: unknown): Promise<any> }
  person: Person
}

/** Values that prove a second factor or add one, and the push keys of a browser. */
export const secondFactorValues = (owner: () => Owner): Record<string, () => Promise<unknown>> => ({
  new_passkey: async () => (await newPasskey(owner())).passkey,
  passkey_proof: async () => {
    const { world, person } = owner()
    const { authenticator, passkey } = await newPasskey(owner())
    await world.run('finishPasskeyRegistration', person, { name: 'Key', passkey })
    const { challenge_id, options } = await world.run('beginPasskeyLogin', null, {})
    return { challenge_id, response: authenticator.get(options) }
  },
  totp_code: async () => {
    const { world, person } = owner()
    const { secret } = await world.run('beginTotp', person, {})
    return codeAt(secret, stepAt(world.baton.clock.now()))
  },
  pending_login: async () => {
    const token = newSecret()
    const values = [digest(token), owner().person.user.id]
    await owner().world.look(
      "insert into auth.pending_logins (hash, user_id, method, created_at, expires_at) values ($1, $2, 'password', now(), now() + interval '5 minutes')",
      values,
    )
    return token
  },
  push_keys: async () => {
    const curve = createECDH('prime256v1')
    return { p256dh: curve.generateKeys().toString('base64url'), auth: randomBytes(16).toString('base64url') }
  },
  recovery_code: () => giveRecoveryCode(owner().world.look, owner().person),
})

export async function newPasskey({ world, person }: Owner) {
  const authenticator = new SoftwareAuthenticator(originOf(world.baton.config.APP_URL))
  const { challenge_id, options } = await world.run('beginPasskeyRegistration', person, {})
  return { authenticator, passkey: { challenge_id, response: authenticator.create(options) } }
}

export async function giveRecoveryCode(look: Look, person: Person): Promise<string> {
  const code = newSecret()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 16)
  await look('insert into auth.recovery_codes (user_id, hash, created_at) values ($1, $2, now())', [person.user.id, digest(code)])
  return code
}

/** Without a second factor, a password is enough to log in again. */
export async function forgetSecondFactors(look: Look, person: Person): Promise<void> {
  await look('update auth.totp set seed = null where user_id = $1', [person.user.id])
  await look('update auth.passkeys set second_factor = false where user_id = $1', [person.user.id])
}
