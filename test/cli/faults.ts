import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'

export interface Front {
  url: string
  close(): void
}

/** A local port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function listen(server: Server, scheme: 'http' | 'https', host = '127.0.0.1'): Promise<Front> {
  server.listen(0, host)
  await once(server, 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `${scheme}://${host}:${(server.address() as AddressInfo).port}`, close }
}

/** A server that is not Baton. */
export const startOther = (answer: RequestListener): Promise<Front> => listen(createServer(answer), 'http')

/** What a proxy changes in a response on its way. */
type Change = (answer: { headers: Record<string, string>; body: string }) => void | Promise<void>

/** A reverse proxy in front of Baton. */
export const startFront = (target: string, change: Change = () => {}): Promise<Front> =>
  listen(
    createServer((request, response) => void pass(target, change, request, response)),
    'http',
  )

/** The same behind TLS, with a certificate from a private CA. */
export function startTlsFront(target: string, { key, cert }: Certificate): Promise<Front> {
  const options = { key: readFileSync(key), cert: readFileSync(cert) }
  return listen(
    createTlsServer(options, (request, response) => void pass(target, () => {}, request, response)),
    'https',
    'localhost',
  )
}

async function pass(target: string, change: Change, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const { host: _, connection: __, 'transfer-encoding': ___, 'content-length': ____, ...headers } = request.headers
  const body = Buffer.concat(parts)
  const method = request.method ?? 'GET'
  const hasBody = method !== 'GET' && method !== 'DELETE'
  const answer = await fetch(target + (request.url ?? ''), {
    method,
    headers: headers as Record<string, string>,
    ...(hasBody && { body }),
  })
  const { 'content-encoding': _e, 'content-length': _l, 'transfer-encoding': _t, ...rest } = Object.fromEntries(answer.headers)
  const changed = { headers: rest, body: await answer.text() }
  await change(changed)
  response.writeHead(answer.status, changed.headers).end(changed.body)
}

export interface Certificate {
  key: string
  cert: string
}

export function newCertificate(): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'baton-cli-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1',
    '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert], { stdio: 'ignore' }) // prettier-ignore
  return { key, cert }
}

/** A corporate proxy: all traffic goes through it, by CONNECT or with absolute URLs. Records what was requested. */
export async function startHttpProxy(): Promise<Front & { asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '')
    asked.push(url.host)
    request.url = url.pathname + url.search
    void pass(url.origin, () => {}, request, response)
  })
  const open = new Set<Duplex>()
  server.on('connect', (request: IncomingMessage, near: Duplex) => {
    const [host = '', port = ''] = (request.url ?? '').split(':')
    asked.push(request.url ?? '')
    const far: Socket = connect(Number(port), host, () => {
      near.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      far.pipe(near).pipe(far)
    })
    for (const one of [near, far]) {
      open.add(one)
      one.on('error', () => one.destroy())
    }
  })
  const front = await listen(server, 'http')
  const close = () => {
    for (const one of open) one.destroy()
    front.close()
  }
  return { ...front, close, asked }
}
