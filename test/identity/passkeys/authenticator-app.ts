import { codeAt, stepAt } from '../../../src/capabilities/identity/second-factor/totp.ts'
import type { Baton } from '../../harness/baton.ts'
import { send, type Answer, type Person } from '../../harness/person.ts'

/** A person's authenticator app, using the clock of the Baton it belongs to. */
export class AuthenticatorApp {
  readonly recoveryCodes: string[]
  /** The code that activated the app. */
  readonly firstCode: string
  readonly #secret: string
  readonly #baton: Baton

  private constructor(baton: Baton, secret: string, firstCode: string, recoveryCodes: string[]) {
    this.#baton = baton
    this.#secret = secret
    this.firstCode = firstCode
    this.recoveryCodes = recoveryCodes
  }

  static async add(baton: Baton, person: Person): Promise<AuthenticatorApp> {
    const { secret } = await person.do('POST', '/api/settings/totp/begin', {})
    const code = codeAt(secret, stepAt(baton.clock.now()))
    const { recovery_codes } = await person.do('POST', '/api/settings/totp/confirm', { code })
    return new AuthenticatorApp(baton, secret, code, recovery_codes)
  }

  code(away = 0): string {
    return codeAt(this.#secret, stepAt(this.#baton.clock.now()) + away)
  }

  /** The code of a time step that hasn't been used yet. */
  nextCode(): string {
    this.#baton.clock.advance(60_000)
    return this.code()
  }

  wrongCode(): string {
    const right = [-1, 0, 1].map((away) => this.code(away))
    return ['000000', '000001', '000002', '000003'].find((code) => !right.includes(code)) as string
  }
}

export const logIn = (person: Person): Promise<Answer> =>
  send(person.url, 'POST', '/api/auth/login', { email: person.user.email, password: person.password })

/** The token of a login whose password was correct and whose second factor is still missing. */
export async function halfLogin(person: Person): Promise<string> {
  const { body } = await logIn(person)
  return body.second_factor.token
}

export const prove = (url: string, token: string, proof: Record<string, unknown>): Promise<Answer> =>
  send(url, 'POST', '/api/auth/second-factor', { token, ...proof })
