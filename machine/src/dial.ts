import type { ClientRequest, IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import { bodyOf, hear, readMessage } from '../../src/platform/peer.ts'
import { Told } from '../../src/platform/tunnel-frames.ts'
import { challengeText, signText, streamMilliseconds } from '../../src/platform/tunnel-protocol.ts'
import type { Home, Pairing } from './home.ts'

/** Limit for TCP, TLS and the upgrade response together: no phase lasts longer. Short, so that a machine is back soon after a cut. */
const dialMilliseconds = 3_000
const maxProblem = 64 * 1024

export class DialFailed extends Error {
  readonly challenge: string | undefined
  /** The HTTP status. If it says that the machine was removed or never paired, retrying is pointless. */
  readonly status: number | undefined

  constructor(message: string, status?: number, challenge?: string) {
    super(message)
    this.status = status
    this.challenge = challenge
  }
}

/** Connects with a handshake of two requests: the first gets a challenge, the second answers it with the machine's key. */
export async function dialAsMachine(home: Home, pairing: Pairing): Promise<WebSocket> {
  const challenge = await dial(pairing, undefined).then(
    (socket) => {
      socket.terminate()
      throw new DialFailed('The server let a machine in without its key.')
    },
    (error: DialFailed) => {
      if (!error.challenge) throw error
      return error.challenge
    },
  )
  const signature = signText(home.privateKey, 'challenge', challengeText(pairing.id, challenge))
  const names = { organization: pairing.organization_id, tunnel: pairing.id, challenge, signature }
  return dial(
    pairing,
    `Baton-Machine ${Object.entries(names)
      .map(([name, value]) => `${name}="${value}"`)
      .join(', ')}`,
  )
}

export const dialStream = (pairing: Pairing, token: string): Promise<WebSocket> =>
  dial(pairing, `Baton-Stream ${token}`, streamMilliseconds)

function dial({ url }: Pairing, authorization: string | undefined, within = dialMilliseconds): Promise<WebSocket> {
  const address = new URL('/api/tunnels/reverse', url)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, {
      headers: authorization ? { authorization } : {},
      perMessageDeflate: false,
      maxPayload: 2 * 1024 * 1024,
    })
    const timer = setTimeout(() => {
      reject(new DialFailed('The server did not answer in time.'))
      socket.terminate()
    }, within)
    const fail = (error: Error) => {
      clearTimeout(timer)
      reject(error instanceof DialFailed ? error : new DialFailed(error.message))
    }
    const end = (error: Error) => {
      fail(error)
      socket.terminate()
    }
    hear(
      socket,
      { kind: 'server', end },
      {
        error: fail,
        close: () => fail(new DialFailed('The connection ended before it was open.')),
        'unexpected-response': async (request: ClientRequest, response: IncomingMessage) => {
          clearTimeout(timer)
          response.setTimeout(dialMilliseconds, () => request.destroy())
          const [, challenge] = response.headers['www-authenticate']?.match(/^Baton-Machine challenge="([\w-]{1,1000})"$/) ?? []
          const body = await bodyOf('server', response, maxProblem).catch(() => null)
          if (!body) return reject(new DialFailed('The connection broke off.'))
          const detail = detailIn(body.toString()) ?? `The server answered ${response.statusCode}.`
          reject(new DialFailed(detail, response.statusCode, challenge))
        },
        open: () => {
          clearTimeout(timer)
          // Paused, so that no frame is lost before a listener is attached.
          socket.pause()
          resolve(socket)
        },
      },
    )
  })
}

/** What a problem says in words. */
export function detailIn(body: string): string | undefined {
  try {
    return readMessage(Told, body).detail
  } catch {
    return undefined
  }
}
