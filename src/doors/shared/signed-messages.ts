import { createHmac, timingSafeEqual } from 'node:crypto'

const freshFor = 30_000

/**
 * Messages between nodes carry a principal, and write access to Redis must not be enough to forge one. The first secret signs and all
 * verify, so that a secret can be rotated out.
 */
export class SignedMessages {
  readonly #secrets: readonly string[]
  readonly #now: () => number

  constructor(secrets: readonly string[], now: () => number) {
    this.#secrets = secrets
    this.#now = now
  }

  /** `to` is signed too, so that a message can't be replayed to another node. */
  seal(to: string, content: unknown): string {
    const text = JSON.stringify({ at: this.#now(), content })
    return `${mark(this.#secrets[0] ?? '', to, text)}${text}`
  }

  open(to: string, sealed: string): unknown {
    const given = Buffer.from(sealed.slice(0, markLength))
    const text = sealed.slice(markLength)
    const genuine = this.#secrets.some((secret) => {
      const expected = Buffer.from(mark(secret, to, text))
      return expected.length === given.length && timingSafeEqual(expected, given)
    })
    if (!genuine) return undefined
    const { at, content } = JSON.parse(text) as { at: number; content: unknown }
    return Math.abs(this.#now() - at) <= freshFor ? content : undefined
  }
}

const markLength = 64
const mark = (secret: string, to: string, text: string): string => createHmac('sha256', secret).update(`node:${to}:${text}`).digest('hex')
