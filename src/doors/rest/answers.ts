import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { InputOf, Operations, OutputOf } from '../../capabilities/operations.ts'
import type { Principal } from '../../kernel/context.ts'
import { Refusal, toRefusal } from '../../kernel/errors.ts'
import { execute, type Kernel } from '../../kernel/execute.ts'
import { OpenPerUser } from '../shared/open-per-user.ts'
import type { OpenStreams } from '../shared/open-streams.ts'
import { wordsFor } from '../shared/problem.ts'

type Turn = OutputOf<'askAssistant'>
type Message = Turn['answer']

const perUser = 5
/** Including the duration of a check, well within the second in which a loss of access must end the answer. */
const checkEvery = 250
const keepAliveEvery = 15_000
const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' }
/** The errors that mean a caller may no longer read what the answer is based on. */
const lostBy: ReadonlySet<string> = new Set(['not_found', 'forbidden', 'unauthenticated'])

/**
 * Has the model write an answer while the caller waits, outside any transaction: streamed as events if the caller accepts them, otherwise as
 * JSON once it is complete. It ends when the caller disconnects, and within a second of the caller losing access to what it is based on.
 */
export class Answers {
  readonly #kernel: Kernel
  readonly #operations: Operations
  readonly #streams: OpenStreams
  readonly #open = new OpenPerUser('answer', perUser)
  readonly #writing = new Set<(note: string) => void>()

  constructor(app: FastifyInstance, kernel: Kernel, operations: Operations, streams: OpenStreams) {
    this.#kernel = kernel
    this.#operations = operations
    this.#streams = streams
    app.addHook('preClose', (done) => {
      for (const end of this.#writing) end('The server was stopped while this was being written. Ask again.')
      done()
    })
  }

  /** Must be called before anything is done: later the question can no longer be refused. */
  requireRoom(principal: Principal): void {
    this.#open.requireRoom(principal)
  }

  async send(request: FastifyRequest, reply: FastifyReply, principal: Principal, turn: Turn, status: number): Promise<void> {
    const close = this.#open.add(principal)
    const stream = request.headers.accept?.includes('text/event-stream') ? startStream(reply, turn, status) : null
    const words = wordsFor(request)
    try {
      const { answer, lost } = await this.#write(reply, principal, turn.answer, {
        text: (text) => stream?.send('text', { text }),
        lost: (why) => stream?.end('error', { code: 'forbidden', detail: words(why) }),
      })
      if (stream) stream.end('answer', answer)
      else if (lost) throw new Refusal('forbidden', words(lost))
      else
        reply
          .code(status)
          .type('application/json; charset=utf-8')
          .send(JSON.stringify({ ...turn, answer }))
    } catch (error) {
      // The headers are already sent, so the error goes into the stream.
      if (!stream) throw error
      const { code, message } = toRefusal(error)
      stream.end('error', { code, detail: words(message) })
    } finally {
      close()
    }
  }

  async #write(
    reply: FastifyReply,
    principal: Principal,
    answer: Message,
    tell: { text(text: string): void; lost(why: string): void },
  ): Promise<{ answer: Message; lost: string | null }> {
    if (answer.status !== 'writing') return { answer, lost: null }
    const begun = await this.#run('beginAnswer', principal, { answer: answer.id })
    if (!begun.prompt) return { answer: begun.answer, lost: null }
    const ending = new AbortController()
    let lost: string | null = null
    let stopped: string | null = null
    const lose = (why: string) => {
      if (lost === null) tell.lost(why)
      lost ??= why
      ending.abort()
    }
    const stop = (note: string) => {
      stopped ??= note
      ending.abort()
    }
    const over = new AbortController()
    void this.#watch(principal, answer.id, lose, over.signal)
    const forget = this.#streams.add(principal, lose)
    const leave = () => ending.abort()
    reply.raw.once('close', leave)
    this.#writing.add(stop)
    const began = performance.now()
    try {
      const written = await this.#kernel.services.assistant.write(begun.prompt, {
        signal: ending.signal,
        onText: (text) => {
          if (!ending.signal.aborted) tell.text(text)
        },
      })
      const note = lost ? 'Access ended while this was being written.' : (stopped ?? written.note)
      const seconds = Math.round((performance.now() - began) / 1000)
      return { answer: await this.#run('finishAnswer', principal, { answer: answer.id, ...written, note, seconds }), lost }
    } finally {
      over.abort()
      forget()
      reply.raw.off('close', leave)
      this.#writing.delete(stop)
    }
  }

  /** Polls whether the caller may still read what the answer is based on, one check at a time. */
  async #watch(principal: Principal, answer: string, lose: (why: string) => void, over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      await pause(checkEvery)
      await this.#run('watchAnswer', principal, { answer }).catch(({ code, message }: Refusal) => {
        if (lostBy.has(code) && !over.aborted) lose(message)
      })
    }
  }

  #run<Name extends 'beginAnswer' | 'watchAnswer' | 'finishAnswer'>(
    name: Name,
    principal: Principal,
    input: InputOf<Name>,
  ): Promise<OutputOf<Name>> {
    return execute(this.#kernel, this.#operations.get(name), principal, input as never, { door: 'rest' }) as Promise<OutputOf<Name>>
  }
}

/** Server-sent events: first the question, then text as it arrives, and last the complete answer with its citations. */
function startStream(reply: FastifyReply, turn: Turn, status: number) {
  reply.hijack()
  const { raw } = reply
  raw.on('error', () => {})
  raw.writeHead(status, { ...(reply.getHeaders() as Record<string, string>), ...headers })
  const send = (event: string, data: unknown) => void raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  const timer = setInterval(() => raw.write(': keep-alive\n\n'), keepAliveEvery)
  raw.once('close', () => clearInterval(timer))
  send('turn', turn)
  return {
    send,
    /** Only the first end counts. */
    end(event: string, data: unknown) {
      if (raw.writableEnded) return
      clearInterval(timer)
      send(event, data)
      raw.end()
    },
  }
}
