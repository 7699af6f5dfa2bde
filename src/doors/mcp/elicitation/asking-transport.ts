import {
  WebStandardStreamableHTTPServerTransport,
  isJSONRPCRequest,
  type ClientCapabilities,
  type JSONRPCMessage,
  type TransportSendOptions,
} from '@modelcontextprotocol/server'
import type { Principal } from '../../../kernel/context.ts'
import { newId } from '../../../platform/ids.ts'
import type { ClientAnswers } from './client-answers.ts'

/** An exchange of the 2025 protocol in which the server may send its client requests, under ids that route the responses back here. */
export class AskingTransport extends WebStandardStreamableHTTPServerTransport {
  readonly #answers: ClientAnswers
  readonly #asked: Principal
  readonly #names = new Map<string | number, string>()
  /** An id that no client would choose. */
  readonly #handshake = newId()
  #ready = (): void => {}

  constructor(answers: ClientAnswers, asked: Principal) {
    super({ sessionIdGenerator: undefined })
    this.#answers = answers
    this.#asked = asked
  }

  /** The server of this exchange has not seen the client's `initialize`, so it is replayed. */
  async introduce(protocolVersion: string, name: string, capabilities: ClientCapabilities): Promise<void> {
    const ready = new Promise<void>((resolve) => (this.#ready = resolve))
    const params = { protocolVersion, capabilities, clientInfo: { name, version: '' } }
    this.onmessage?.({ jsonrpc: '2.0', id: this.#handshake, method: 'initialize', params })
    await ready
  }

  override async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if ('id' in message && message.id === this.#handshake) return this.#ready()
    return super.send(isJSONRPCRequest(message) ? this.#asQuestion(message) : this.#asNamed(message), options)
  }

  override async close(): Promise<void> {
    for (const name of this.#names.values()) this.#answers.withdraw(name)
    await super.close()
  }

  #asQuestion(message: JSONRPCMessage & { id: string | number }): JSONRPCMessage {
    const { id } = message
    const name = this.#answers.ask(this.#asked, (answer) => this.onmessage?.({ ...answer, id } as JSONRPCMessage))
    this.#names.set(id, name)
    return { ...message, id: name }
  }

  /** The client knows a request by the id it was sent under, so a cancellation must use that one. */
  #asNamed(message: JSONRPCMessage): JSONRPCMessage {
    if (!('method' in message) || message.method !== 'notifications/cancelled') return message
    const name = this.#names.get(message.params?.['requestId'] as string | number)
    return name === undefined ? message : { ...message, params: { ...message.params, requestId: name } }
  }
}
