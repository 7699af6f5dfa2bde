import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'

export interface SlackPost {
  channel: string
  ts: string
  text: string
  blocks: any[]
  updates: number
}

/**
 * A stand-in for Slack, which can't be run here: its Web API as far as Baton calls it, and Socket Mode as documented, with envelopes that
 * are redelivered until they are acknowledged, refreshed connections, rate limits and revoked tokens.
 */
export async function startSlack() {
  const posts: SlackPost[] = []
  const calls: { method: string; token: string }[] = []
  const acks: string[] = []
  const revoked = new Set<string>()
  const sockets = new Set<WebSocket>()
  const unacked = new Map<string, string>()
  let opened = 0
  let refusals: { method: string; left: number; retryAfter: number }[] = []
  let loseAcks = 0
  let clock = 1_700_000_000

  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const method = (request.url ?? '').replace(/^\/api\//, '')
      const token = (request.headers.authorization ?? '').replace(/^Bearer /, '')
      calls.push({ method, token })
      const answer = (value: object, status = 200, headers: Record<string, string> = {}) => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers })
        response.end(JSON.stringify(value))
      }
      const limit = refusals.find((one) => one.method === method && one.left > 0)
      if (limit) {
        limit.left--
        return answer({ ok: false, error: 'ratelimited' }, 429, { 'retry-after': String(limit.retryAfter) })
      }
      if (revoked.has(token)) return answer({ ok: false, error: 'token_revoked' })
      const wanted = method === 'apps.connections.open' ? 'xapp-' : 'xoxb-'
      if (!token.startsWith(wanted)) return answer({ ok: false, error: 'not_allowed_token_type' })
      if (token.includes('invalid')) return answer({ ok: false, error: 'invalid_auth' })
      return answer(act(method, token, body))
    })
  })
  const live = new WebSocketServer({ server, path: '/link' })

  function act(method: string, token: string, body: any): object {
    switch (method) {
      case 'auth.test':
        return {
          ok: true,
          url: 'https://northwind.slack.com/',
          team: `Northwind${ownerOf(token)}`,
          team_id: 'T1',
          user: 'baton',
          bot_id: 'B1',
        }
      case 'apps.connections.open':
        return { ok: true, url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/link?ticket=${++opened}` }
      case 'auth.revoke':
        revoked.add(token)
        return { ok: true, revoked: true }
      case 'chat.postMessage': {
        if (body.channel === 'CGONE00') return { ok: false, error: 'channel_not_found' }
        const post = { channel: body.channel, ts: `${++clock}.000100`, text: body.text, blocks: body.blocks, updates: 0 }
        posts.push(post)
        return { ok: true, channel: post.channel, ts: post.ts, message: { text: post.text } }
      }
      case 'chat.update': {
        const post = posts.find((one) => one.channel === body.channel && one.ts === body.ts)
        if (!post) return { ok: false, error: 'message_not_found' }
        Object.assign(post, { text: body.text, blocks: body.blocks, updates: post.updates + 1 })
        return { ok: true, channel: post.channel, ts: post.ts }
      }
      default:
        return { ok: false, error: 'unknown_method' }
    }
  }

  live.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('message', (raw) => {
      const { envelope_id } = JSON.parse(String(raw))
      if (loseAcks > 0) {
        loseAcks--
        return
      }
      acks.push(envelope_id)
      unacked.delete(envelope_id)
    })
    socket.send(JSON.stringify({ type: 'hello', num_connections: sockets.size, connection_info: { app_id: 'A1' } }))
    // Unacknowledged envelopes are redelivered on the next connection.
    for (const text of unacked.values()) socket.send(text)
  })

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = (server.address() as AddressInfo).port
  const deliver = (text: string) => {
    for (const socket of [...sockets].slice(-1)) socket.send(text)
  }
  return {
    url: `http://127.0.0.1:${port}/api`,
    settings: { SLACK_API_URL: `http://127.0.0.1:${port}/api` },
    posts,
    calls,
    acks,
    revoked,
    unacked,
    connections: () => sockets.size,
    opened: () => opened,
    /** Refuses the next calls of this method, with this Retry-After in seconds. */
    limit: (method: string, times: number, retryAfter: number) => void refusals.push({ method, left: times, retryAfter }),
    loseAcks: (count: number) => void (loseAcks = count),
    send(type: string, payload: object, envelope_id: string = `e-${Math.random().toString(36).slice(2)}`) {
      const text = JSON.stringify({ envelope_id, type, accepts_response_payload: false, payload })
      unacked.set(envelope_id, text)
      deliver(text)
      return envelope_id
    },
    /** Sends these very bytes. */
    say: deliver,
    /** Redelivers an envelope the way Slack does when there is no acknowledgment. */
    sendAgain(envelope_id: string, type: string, payload: object) {
      deliver(JSON.stringify({ envelope_id, type, accepts_response_payload: false, retry_attempt: 1, retry_reason: 'timeout', payload }))
    },
    click(post: SlackPost, action: object = { action_id: 'open', type: 'button' }, envelope_id?: string) {
      const payload = {
        type: 'block_actions',
        user: { id: 'U999', username: 'mallory' },
        container: { type: 'message', message_ts: post.ts, channel_id: post.channel },
        actions: [action],
      }
      return { payload, id: this.send('interactive', payload, envelope_id) }
    },
    refresh: () => [...sockets].forEach((socket) => socket.send(JSON.stringify({ type: 'disconnect', reason: 'refresh_requested' }))),
    drop: () => [...sockets].forEach((socket) => socket.terminate()),
    async close() {
      for (const socket of sockets) socket.terminate()
      live.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The check for leaks between people puts a word of each person into their tokens, and looks for it in what those open. */
export const ownerOf = (token: string): string => {
  const word = /cn[a-z0-9]{9}\w*?(?=12345678|-|$)/.exec(token)?.[0]
  return word ? ` ${word}` : ''
}

export type SlackStandIn = Awaited<ReturnType<typeof startSlack>>

export async function read(request: IncomingMessage): Promise<any> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const text = Buffer.concat(parts).toString()
  return text ? JSON.parse(text) : {}
}
