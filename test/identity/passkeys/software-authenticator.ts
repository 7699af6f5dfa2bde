import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

type Cbor = string | number | Buffer | Map<string | number, Cbor>

const head = (major: number, value: number): Buffer =>
  value < 24
    ? Buffer.from([(major << 5) | value])
    : value < 256
      ? Buffer.from([(major << 5) | 24, value])
      : Buffer.from([(major << 5) | 25, value >> 8, value & 255])

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])])
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()
const text = (data: Buffer | string): string => Buffer.from(data).toString('base64url')

/** What an attacker would make an authenticator do differently. */
export interface Twist {
  origin?: string
  /** Whether the authenticator claims to have verified the user. */
  verified?: boolean
  counter?: number
  userHandle?: string
}

/** A minimal authenticator, for programs without a browser and for responses that no browser would send. */
export class SoftwareAuthenticator {
  readonly #origin: string
  readonly id = randomBytes(16)
  readonly #key: KeyObject
  readonly #publicKey: Buffer
  #userHandle = ''
  counter = 0

  constructor(origin: string) {
    this.#origin = origin
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#key = privateKey
    this.#publicKey = cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
  }

  create(options: any, twist: Twist = {}): Record<string, unknown> {
    this.#userHandle = options.user.id
    const length = Buffer.from([0, this.id.length])
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, this.#publicKey])
    const authData = Buffer.concat([this.#data(options.rp.id, twist, 0x40), attested])
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', options, twist),
      attestationObject: text(cbor(attestation)),
    })
  }

  get(options: any, twist: Twist = {}): Record<string, unknown> {
    this.counter++
    const clientDataJSON = this.#clientData('webauthn.get', options, twist)
    const authData = this.#data(options.rpId, twist, 0)
    const signature = sign('sha256', Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]), this.#key)
    const userHandle = twist.userHandle ?? this.#userHandle
    return this.#credential({ clientDataJSON, authenticatorData: text(authData), signature: text(signature), userHandle })
  }

  #clientData(type: string, options: { challenge: string }, { origin = this.#origin }: Twist): string {
    return text(JSON.stringify({ type, challenge: options.challenge, origin, crossOrigin: false }))
  }

  #data(rpId: string, { verified = true, counter = this.counter }: Twist, flags: number): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([1 | (verified ? 4 : 0) | flags]), count])
  }

  #credential(response: Record<string, string>): Record<string, unknown> {
    return { id: text(this.id), rawId: text(this.id), type: 'public-key', clientExtensionResults: {}, response }
  }
}
