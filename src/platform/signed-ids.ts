import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

const idBytes = 16
const macBytes = 32

/** An id with optional further bytes and a MAC, as one string: whoever presents it got it from us. */
export interface SignedIds {
  sign(id: string, further?: Buffer): string
  /** The id if we signed this, however long ago; null for anything else. */
  read(token: string): string | null
  mac(text: string): Buffer
}

/** The first secret signs, all verify, so one can be rotated out. What was signed for one purpose is invalid for any other. */
export function createSignedIds(secrets: readonly string[], purpose: string): SignedIds {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)))
  const [signing] = keys
  if (!signing) throw new Error('SECRET_KEY is empty')
  return {
    sign(id, further = Buffer.alloc(0)) {
      const body = Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), further])
      return Buffer.concat([body, mac(signing, body)]).toString('base64url')
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length < idBytes + macBytes) return null
      const [body, given] = [bytes.subarray(0, -macBytes), bytes.subarray(-macBytes)]
      return keys.some((key) => timingSafeEqual(given, mac(key, body))) ? uuid(body.subarray(0, idBytes)) : null
    },
    mac: (text) => mac(signing, Buffer.from(text)),
  }
}

const mac = (key: Buffer, text: Buffer): Buffer => createHmac('sha256', key).update(text).digest()

const uuid = (bytes: Buffer): string => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
