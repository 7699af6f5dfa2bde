import { createPrivateKey, hkdfSync, type JsonWebKey } from 'node:crypto'

const derive = (secret: string, use: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', `baton oauth ${use}`, 32))

// An Ed25519 private key in PKCS #8 is this prefix followed by its 32 bytes.
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Nothing we issue is signed, but the provider requires a key. It is derived from SECRET_KEY, so that it is the same on every node. */
export function signingKey(secret: string): JsonWebKey {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8, derive(secret, 'signing')]), format: 'der', type: 'pkcs8' })
  return { ...key.export({ format: 'jwk' }), use: 'sig', alg: 'Ed25519' }
}

export const cookieKeys = (secrets: readonly string[]): string[] => secrets.map((secret) => derive(secret, 'cookies').toString('base64url'))
