import { createServer, type AddressInfo, type Socket } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { below, malformed, oneOf, type Random } from './generate.ts'

/** What is sent as an answer, byte for byte: a library for servers would refuse most of it. */
export interface Answer {
  bytes: Buffer
  /** Repeated after them for as long as the other side reads. */
  endless?: Buffer
  /** The connection is reset in place of being ended. */
  reset?: boolean
}

export interface HostileHttp {
  url: string
  /** Requests so far. */
  readonly asked: number
  /** Set before each call of the client. It is given the path that was asked for. */
  answer: (path: string) => Answer
  close(): void
}

/** An HTTP server that answers with whatever it is told to, and then ends the connection: nobody has to wait for a time limit. */
export async function startHostileHttp(): Promise<HostileHttp> {
  const open = new Set<Socket>()
  const state = { asked: 0 }
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    let heard = ''
    socket.on('data', (data) => {
      heard += data.toString('latin1')
      const end = heard.indexOf('\r\n\r\n')
      if (end === -1) return
      const length = Number(/^content-length: *(\d+)/im.exec(heard.slice(0, end))?.[1] ?? 0)
      const chunked = /^transfer-encoding: *chunked/im.test(heard.slice(0, end))
      if (chunked ? !heard.endsWith('0\r\n\r\n') : heard.length < end + 4 + length) return
      const [, path = ''] = heard.split(' ', 2)
      heard = ''
      state.asked++
      sendAnswer(socket, http.answer(path))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const http: HostileHttp = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get asked() {
      return state.asked
    },
    answer: () => whole(''),
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
  return http
}

/** Says it on a connection of any kind. */
export function sendAnswer(socket: Socket, { bytes, endless, reset }: Answer): void {
  if (reset) return void socket.write(bytes, () => ('encrypted' in socket ? socket.destroy() : socket.resetAndDestroy()))
  if (!endless) return void socket.end(bytes)
  socket.write(bytes)
  const more = () => {
    while (!socket.destroyed && socket.write(endless));
  }
  socket.on('drain', more)
  more()
}

const bytes = (text: string | Buffer) => (typeof text === 'string' ? Buffer.from(text) : text)

/** An answer as it should be. */
export function whole(body: string | Buffer, headers: Record<string, string> = {}, status: number | string = 200): Answer {
  const all = { 'content-type': 'application/json', 'content-length': String(bytes(body).length), ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return { bytes: Buffer.concat([Buffer.from(`HTTP/1.1 ${status} X\r\n${lines.join('')}\r\n`, 'latin1'), bytes(body)]) }
}

const withoutLength = (body: string | Buffer, headers: string): Answer => ({
  bytes: Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${headers}\r\n`, 'latin1'), bytes(body)]),
})

let packed: Buffer | undefined
/** More than any client of ours reads. */
const bomb = () => (packed ??= gzipSync(Buffer.alloc(40 * 1024 ** 2, 'x'), { level: 1 }))
/** Costly to send, so they come rarely, and each once at the beginning. */
const costly: ((body: string) => Answer)[] = [
  () => ({ ...withoutLength('', 'content-type: application/json\r\n'), endless: Buffer.alloc(64 * 1024, ' ') }),
  () => ({ ...withoutLength('"', 'content-type: application/json\r\n'), endless: Buffer.alloc(64 * 1024, 'x') }),
  () => ({ ...withoutLength('', 'content-type: text/event-stream\r\n'), endless: Buffer.from(': nothing\n'.repeat(6_000)) }),
  () => ({
    ...withoutLength('', 'content-type: application/json\r\ntransfer-encoding: chunked\r\n'),
    endless: Buffer.from('10\r\n0123456789abcdef\r\n'.repeat(3_000)),
  }),
  () => ({ bytes: Buffer.from('HTTP/1.1 200 OK\r\n'), endless: Buffer.from('x-more: of it\r\n'.repeat(1_000)) }),
  (body) => ({ bytes: Buffer.concat([Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n'.repeat(2_000)), whole(body).bytes]) }),
  () => whole(bomb(), { 'content-encoding': 'gzip' }),
]

const statuses = [100, 101, 102, 103, 199, 201, 202, 204, 205, 206, 207, 226, 300, 304, 400, 401, 403, 404, 408, 409, 410, 413, 418, 422]
statuses.push(425, 429, 451, 500, 501, 502, 503, 504, 511, 599, 600, 999)
const odd = ['000', '099', '1000', '2', 'abc', '', '-1', '200.5', '9'.repeat(400)]
const oddHeaders = [
  ['retry-after', '1e308'],
  ['retry-after', '-1'],
  ['retry-after', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ['x-ratelimit-remaining', '0'],
  ['x-ratelimit-reset', '99999999999999999999'],
  ['x-ratelimit-requests-reset', 'x'],
  ['content-type', 'text/html'],
  ['content-type', 'application/json; charset=\xff'],
  ['content-type', 'x'.repeat(9_000)],
  ['content-encoding', 'gzip'],
  ['content-encoding', 'br, gzip, deflate, zstd, br, gzip'],
  ['content-encoding', 'x'],
  ['transfer-encoding', 'gzip, chunked'],
  ['link', '<not a url>; rel="next"'],
  ['set-cookie', 'a=b\x01'],
  ['www-authenticate', 'DPoP error="use_dpop_nonce", "'],
  ['deprecation', 'x; '.repeat(2_000)],
  ['x-a', 'x'.repeat(100_000)],
] as const

/** One hostile answer, made from what would be a right one; the first ones are those that cost most. */
export function hostileAnswer(random: Random, wellFormed: unknown, url: string, at: number): Answer {
  const body = typeof wellFormed === 'string' ? wellFormed : JSON.stringify(wellFormed)
  const broken = () => (typeof wellFormed === 'string' ? twisted(random, wellFormed) : malformed(random, wellFormed))
  const type = { 'content-type': oneOf(random, ['application/json', 'application/json', 'text/event-stream', 'text/html']) }
  const expensive = at < costly.length ? costly[at] : below(random, 400) === 0 ? oneOf(random, costly) : undefined
  if (expensive) return expensive(body)
  switch (below(random, 16)) {
    case 0:
      return whole(random() < 0.5 ? body : broken(), type, oneOf(random, statuses))
    case 1:
      return whole(broken(), type, random() < 0.5 ? below(random, 1000) : oneOf(random, odd))
    case 2: {
      const { bytes: all } = whole(random() < 0.5 ? body : broken())
      return { bytes: all.subarray(0, below(random, all.length)), reset: random() < 0.3 }
    }
    case 3:
      return whole(body, {
        'content-length': oneOf(random, ['0', '1', '-1', '9'.repeat(30), `${body.length - 1}`, `${body.length + 1}`, 'x']),
      })
    case 4: {
      const size = body.length.toString(16)
      const parts = [
        `${size}\r\n${body}\r\n0\r\n\r\n`,
        `${size}\r\n${body}\r\n`,
        `zz\r\n${body}`,
        `-1\r\n${body}`,
        `${size}${body}0\r\n\r\n`,
      ]
      parts.push(
        `${size};${'x'.repeat(20_000)}\r\n${body}\r\n0\r\n\r\n`,
        `${size}\r\n${body}\r\n0\r\nx: y\0\r\n\r\n`,
        'ffffffffffffffff\r\n',
      )
      return withoutLength(oneOf(random, parts), 'transfer-encoding: chunked\r\n')
    }
    case 5:
      return withoutLength(body, 'x: y\r\n'.repeat(oneOf(random, [10, 3_000])))
    case 6: {
      const packed = random() < 0.5 ? gzipSync(broken()) : brotliCompressSync(broken(), {})
      return whole(packed.subarray(0, random() < 0.5 ? packed.length : below(random, packed.length)), {
        'content-encoding': oneOf(random, ['gzip', 'br', 'deflate', 'gzip, gzip']),
      })
    }
    case 7:
      return whole(
        body,
        {
          location: oneOf(random, [url, `${url}/again`, 'file:///etc/passwd', '//', 'http://[::1', 'javascript:1', '', '/'.repeat(9_000)]),
        },
        oneOf(random, [301, 302, 303, 307, 308, 305]),
      )
    case 8:
      return {
        bytes: Buffer.from(oneOf(random, ['', '\0', 'HTTP/', 'HTTP/2 200\r\n\r\n', '\r\n\r\n', 'SSH-2.0-x\r\n', '220 smtp\r\n'])),
        reset: random() < 0.5,
      }
    case 9:
      return { bytes: Buffer.concat([whole(body).bytes, whole(broken()).bytes]) }
    case 10: {
      const [name, value] = oneOf(random, oddHeaders)
      return whole(random() < 0.5 ? body : broken(), { [name]: value }, oneOf(random, [200, 200, 403, 429, 503]))
    }
    default:
      return whole(broken(), type, oneOf(random, [200, 200, 200, 200, 201, 400]))
  }
}

/** A text that is no JSON, cut off, with something else in it, or with a part doubled. */
function twisted(random: Random, text: string): string {
  const [from, to] = [below(random, text.length), below(random, text.length)]
  const strange = () =>
    oneOf(random, ['\0', '\ud800', '<', '\r\n', '{', '"', 'null', '[1,', '&x;', ']]>', 'x'.repeat(20_000), malformed(random, { a: text })])
  switch (below(random, 4)) {
    case 0:
      return text.slice(0, from)
    case 1:
      return text.slice(0, from) + strange() + text.slice(from)
    case 2:
      return text.slice(0, from) + strange() + text.slice(to)
    default:
      return strange()
  }
}
