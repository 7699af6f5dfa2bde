import type { Principal } from '../../kernel/context.ts'
import type { Kernel } from '../../kernel/execute.ts'
import { ownCredentials, type Credentials } from './credentials.ts'

const writeEvery = 10_000

/** Records when each token was last used, in batches rather than with every call. */
export class TokenUse {
  readonly #kernel: Kernel
  readonly #credentials: Credentials
  /** The personal organization of the user, by token. */
  readonly #used = new Map<string, string | null>()
  readonly #timer: NodeJS.Timeout

  constructor(kernel: Kernel, credentials: Credentials = ownCredentials(kernel)) {
    this.#kernel = kernel
    this.#credentials = credentials
    this.#timer = setInterval(() => void this.#write(), writeEvery).unref()
  }

  note({ credential, personalOrganization }: Principal): void {
    if (credential.id) this.#used.set(credential.id, personalOrganization)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#write()
  }

  async #write(): Promise<void> {
    if (this.#used.size === 0) return
    const used = new Map(this.#used)
    this.#used.clear()
    try {
      await this.#credentials.recordUse([...used.keys()])
      // Tokens belong to their user, so nobody else is told of their use.
      for (const own of new Set(used.values())) if (own) this.#kernel.hint(own, 'tokens.used')
    } catch (error) {
      this.#kernel.report(error, 'recordUse')
    }
  }
}
