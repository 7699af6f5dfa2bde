import { WebSocket } from 'ws'
import { challengeText, signText, streamMilliseconds } from '../../src/platform/tunnel-protocol.ts'
import type { Home, Pairing } from './home.ts'

/** Limit for TCP, TLS and the upgrade response together: no phase lasts longer. Short, so that a machine is back soon after a cut. */
const dialMilliseconds = 3_000

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
    socket.on('error', (error) => {
      clearTimeout(timer)
      reject(new DialFailed(error.message))
    })
    socket.on('unexpected-response', (request, response) => {
      clearTimeout(timer)
      const [, challenge] = response.headers['www-authenticate']?.match(/^Baton-Machine challenge="([\w-]+)"$/) ?? []
      let body = ''
      response.on('data', (data: Buffer) => void (body = (body + data.toString()).slice(0, 4000)))
      response.on('end', () =>
        reject(new DialFailed(detailIn(body) ?? `The server answered ${response.statusCode}.`, response.statusCode, challenge)),
      )
      response.on('error', () => reject(new DialFailed('The connection broke off.')))
      response.setTimeout(dialMilliseconds, () => request.destroy())
    })
    socket.on('open', () => {
      clearTimeout(timer)
      // Paused, so that no frame is lost before a listener is attached.
      socket.pause()
      resolve(socket)
    })
  })
}

function detailIn(body: string): string | undefined {
  try {
    return (JSON.parse(body) as { detail?: string }).detail
  } catch {
    return undefined
  }
}
