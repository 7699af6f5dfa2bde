import type { Kernel } from '../kernel/execute.ts'
import { ownCredentials, type Credentials } from './auth-backend/credentials.ts'

const writeEvery = 10_000

/** When each token was last used, written for all of them together and not with every call. */
export class TokenUse {
  readonly #kernel: Kernel
  readonly #credentials: Credentials
  readonly #used = new Set<string>()
  readonly #timer: NodeJS.Timeout

  constructor(kernel: Kernel, credentials: Credentials = ownCredentials(kernel)) {
    this.#kernel = kernel
    this.#credentials = credentials
    this.#timer = setInterval(() => void this.#write(), writeEvery).unref()
  }

  note(token: string | null): void {
    if (token) this.#used.add(token)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#write()
  }

  async #write(): Promise<void> {
    if (this.#used.size === 0) return
    const tokens = [...this.#used]
    this.#used.clear()
    await this.#credentials.recordUse(tokens).catch((error: unknown) => this.#kernel.report(error, 'recordUse'))
  }
}
