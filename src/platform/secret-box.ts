import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'baton secret box', 32))
const idOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'baton secret box id', 4))

/** Encrypts what must be read back (a TOTP seed, another service's token), bound to the row it is stored in. */
export interface SecretBox {
  seal(text: string, place: string): Buffer
  open(sealed: Buffer, place: string): string
  /** Whether it was sealed with the first secret. */
  isCurrent(sealed: Buffer): boolean
}

/** The first secret seals, all open: each value names the key it was sealed with. */
export function createSecretBox(secrets: readonly string[]): SecretBox {
  const keys = secrets.map((secret) => ({ id: idOf(secret), key: keyOf(secret) }))
  const [first] = keys
  if (!first) throw new Error('SECRET_KEY is empty')
  return {
    seal(text, place) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', first.key, nonce).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([first.id, nonce, cipher.getAuthTag(), body])
    },
    isCurrent: (sealed) => first.id.equals(sealed.subarray(0, 4)),
    open(sealed, place) {
      const key = keys.find(({ id }) => id.equals(sealed.subarray(0, 4)))?.key
      if (!key) throw new Error('sealed with a key that is no longer in SECRET_KEY')
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(4, 16))
        .setAAD(Buffer.from(place))
        .setAuthTag(sealed.subarray(16, 32))
      return Buffer.concat([decipher.update(sealed.subarray(32)), decipher.final()]).toString('utf8')
    },
  }
}
