import { recordUse } from '../../capabilities/login/authenticate.ts'
import type { Kernel } from '../../kernel/execute.ts'

const writeEvery = 10_000

/** When each token was last used, written for all of them together and not with every call. */
export class TokenUse {
  readonly #kernel: Kernel
  readonly #used = new Set<string>()
  readonly #timer: NodeJS.Timeout

  constructor(kernel: Kernel) {
    this.#kernel = kernel
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
    await recordUse(this.#kernel, tokens).catch((error: unknown) => this.#kernel.report(error, 'recordUse'))
  }
}
