import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export interface Message {
  id: string
  headers: IncomingHttpHeaders
  text: string
  body: { type: string; timestamp: string; organization: string; seq: number; subject_id: string | null; data: any; truncated?: boolean }
}

/** How the receiver answers a message: with a status, or by writing the response itself. */
type Answer = number | ((response: ServerResponse) => void)

/** A webhook receiver that records every message and answers as it is told. */
export class Receiver {
  readonly #server: Server
  readonly messages: Message[] = []
  /** The messages it answered with 2xx. */
  readonly accepted: Message[] = []
  answer: (message: Message) => Answer = () => 200

  private constructor() {
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const text = Buffer.concat(parts).toString()
        const message = { id: String(request.headers['webhook-id']), headers: request.headers, text, body: JSON.parse(text) }
        this.messages.push(message)
        const answer = this.answer(message)
        if (typeof answer === 'function') return answer(response)
        if (answer < 300) this.accepted.push(message)
        response.writeHead(answer).end(`answer ${answer}`)
      })
    })
  }

  static async start(): Promise<Receiver> {
    const receiver = new Receiver()
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve))
    return receiver
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`
  }

  close(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}

/** Verifies the signature with the reference library of Standard Webhooks, which also rejects old timestamps. */
export function isSigned({ headers, text }: Message, secret: string): boolean {
  try {
    new Webhook(secret).verify(text, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}
