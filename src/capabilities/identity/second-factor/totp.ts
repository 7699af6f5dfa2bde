import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** RFC 6238 as every authenticator app supports it: SHA-1, six digits, thirty seconds. */
const stepSeconds = 30
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 random bits in base32, the form that apps expect. */
export function newSeed(): string {
  return Array.from(randomBytes(32), (byte) => alphabet[byte % 32]).join('')
}

function toBytes(seed: string): Buffer {
  const bits = Array.from(seed, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
}

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / stepSeconds)

export function codeAt(seed: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hmac = createHmac('sha1', toBytes(seed)).update(counter).digest()
  const offset = (hmac.at(-1) ?? 0) & 15
  return String((hmac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** The time step of this code: the current one or, as clocks differ, one of its neighbors. */
export function matchingStep(seed: string, code: string, now: Date): number | undefined {
  const current = stepAt(now)
  return [current, current - 1, current + 1].find((step) => timingSafeEqual(Buffer.from(codeAt(seed, step)), Buffer.from(code)))
}

export function otpauthUrl(seed: string, issuer: string, account: string): string {
  const query = new URLSearchParams({ secret: seed, issuer, algorithm: 'SHA1', digits: '6', period: String(stepSeconds) })
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query}`
}
