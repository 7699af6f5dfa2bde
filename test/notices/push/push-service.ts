import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { importJWK, jwtVerify } from 'jose'

export interface Received {
  at: number
  path: string
  topic: string | undefined
  data: { id: string; title: string; path: string; settled?: true }
}

/** A self-signed certificate, which this process trusts from now on: push services only speak HTTPS. */
function ownCertificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'baton-push-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', ...subject]
  execFileSync('openssl', [...args, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(cert, 'utf8')])
  return { key: readFileSync(key), cert: readFileSync(cert) }
}

/** A push service and the browsers behind it: it authenticates the sender and decrypts as a browser does (RFC 8291, RFC 8292). */
export async function startPushService() {
  const browsers = new Map<string, { keys: ReturnType<typeof newKeys>; status: number }>()
  const received: Received[] = []
  const faults: unknown[] = []
  const server = createServer(ownCertificate(), (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const browser = browsers.get(request.url ?? '')
      void (async () => {
        if (!browser) return response.writeHead(404).end()
        await checkSender(request.headers.authorization ?? '', url())
        const data = JSON.parse(decrypt(Buffer.concat(parts), browser.keys))
        if (browser.status === 201)
          received.push({ at: Date.now(), path: request.url ?? '', topic: request.headers['topic'] as string, data })
        return response.writeHead(browser.status).end()
      })().catch((error: unknown) => {
        faults.push(error)
        response.writeHead(400).end()
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = () => `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    received,
    faults,
    /** What a browser's `subscribe()` returns, and a way to set the status the service answers its messages with. */
    browser() {
      const path = `/${randomBytes(9).toString('hex')}`
      const keys = newKeys()
      const state = { keys, status: 201 }
      browsers.set(path, state)
      const { p256dh, auth } = keys
      return {
        path,
        input: { endpoint: url() + path, keys: { p256dh, auth: auth.toString('base64url') } },
        answers: (status: number) => void (state.status = status),
      }
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function newKeys() {
  const curve = createECDH('prime256v1')
  return { curve, p256dh: curve.generateKeys().toString('base64url'), auth: randomBytes(16) }
}

async function checkSender(authorization: string, audience: string): Promise<void> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
  const point = Buffer.from(key, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
  await jwtVerify(token, await importJWK(jwk, 'ES256'), { audience })
}

function decrypt(body: Buffer, { curve, p256dh, auth }: ReturnType<typeof newKeys>): string {
  const salt = body.subarray(0, 16)
  const length = body[20] ?? 0
  const sender = body.subarray(21, 21 + length)
  const sealed = body.subarray(21 + length)
  const derive = (secret: Buffer, by: Buffer, info: Buffer, size: number) => Buffer.from(hkdfSync('sha256', secret, by, info, size))
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(p256dh, 'base64url'), sender])
  const secret = derive(curve.computeSecret(sender), auth, about, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const opening = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([opening.update(sealed.subarray(0, -16)), opening.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}
