import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface Asked {
  authorization: string | undefined
  body: { model: string; stream: boolean; tools?: unknown; messages: { role: string; content: string }[] }
  /** The connection was closed before the answer was complete. */
  closed: boolean
}

/** How the model answers a question. */
export interface Behaviour {
  /** The chunks of the answer; a function computes them from the last message. */
  says?: string[] | ((prompt: string) => string[])
  /** Milliseconds before the first chunk, and between chunks. */
  waits?: number
  pauses?: number
  status?: number
  /** The connection is cut after this many chunks. */
  cutAfter?: number
  /** It asks for a tool call after its last chunk. */
  callsTool?: boolean
  finish?: 'stop' | 'length' | 'content_filter'
  usage?: { prompt_tokens: number; completion_tokens: number } | null
}

export interface ModelServer {
  url: string
  asked: Asked[]
  /** Sets the behavior from now on. */
  behave(behaviour: Behaviour): void
  close(): Promise<void>
}

/** A model for tests: a real server that speaks OpenAI's chat protocol and returns what it is told to. */
export async function startModelServer(first: Behaviour = {}): Promise<ModelServer> {
  let behaviour = first
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url !== '/v1/chat/completions') return void response.writeHead(404).end()
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString()) as Asked['body']
    const one: Asked = { authorization: request.headers.authorization, body, closed: false }
    asked.push(one)
    response.once('close', () => (one.closed = !response.writableFinished))
    const { says = ['Hello.'], waits = 0, pauses = 0, status = 200, cutAfter, callsTool, finish = 'stop', usage } = behaviour
    await pause(waits)
    if (status !== 200) {
      const message = `no: ${one.authorization}`
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }))
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const chunk = (delta: object, more: object = {}) =>
      response.write(`data: ${JSON.stringify(frame({ choices: [{ index: 0, delta, finish_reason: null, ...more }] }))}\n\n`)
    const pieces = typeof says === 'function' ? says(body.messages.at(-1)?.content ?? '') : says
    chunk({ role: 'assistant', content: '' })
    for (const [place, content] of pieces.entries()) {
      if (place === cutAfter) return void response.destroy()
      if (one.closed) return
      chunk({ content })
      await pause(pauses, undefined, { ref: false })
    }
    if (cutAfter !== undefined) return void response.destroy()
    if (callsTool) {
      chunk({
        tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'delete_project', arguments: '{"project":"web"}' } }],
      })
    }
    chunk({}, { finish_reason: callsTool ? 'tool_calls' : finish })
    const counted = usage === undefined ? { prompt_tokens: 100, completion_tokens: 20 } : usage
    if (counted) {
      const total_tokens = counted.prompt_tokens + counted.completion_tokens
      response.write(`data: ${JSON.stringify(frame({ choices: [], usage: { ...counted, total_tokens } }))}\n\n`)
    }
    response.end('data: [DONE]\n\n')
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    behave: (next) => void (behaviour = next),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const frame = (rest: object) => ({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'test', ...rest })
