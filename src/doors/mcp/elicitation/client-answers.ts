import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import type { Principal } from '../../../kernel/context.ts'
import { newId } from '../../../platform/ids.ts'
import type { Hints } from '../../../platform/redis.ts'
import { Forwarding, type Outcome } from '../../shared/forwarding.ts'
import type { SignedMessages } from '../../shared/signed-messages.ts'
import type { Caller, Parcel } from '../caller.ts'

interface Question {
  asked: Principal
  receive(answer: JSONRPCMessage): void
}

/**
 * Pending elicitations of calls over Streamable HTTP. The answer arrives as a separate HTTP request, possibly at another node, so the
 * name of a question says which node waits for it.
 */
export class ClientAnswers {
  readonly #node = newId()
  readonly #forwarding: Forwarding<Parcel>
  readonly #waiting = new Map<string, Question>()

  constructor(hints: Hints, seals: SignedMessages) {
    this.#forwarding = new Forwarding(this.#node, hints, seals)
  }

  async listen(): Promise<void> {
    await this.#forwarding.listen((parcel) => this.#receive(parcel))
  }

  /** Returns the question's name, which is the id its answer will carry. */
  ask(asked: Principal, receive: Question['receive']): string {
    const name = `${this.#node}.${newId()}`
    this.#waiting.set(name, { asked, receive })
    return name
  }

  withdraw(name: string): void {
    this.#waiting.delete(name)
  }

  async deliver(name: string, message: JSONRPCMessage, caller: Caller): Promise<Outcome> {
    const node = name.split('.')[0] ?? ''
    const parcel = { session: name, caller, message }
    return node === this.#node ? this.#receive(parcel) : this.#forwarding.forward(node, parcel)
  }

  /** Only the user who was asked can answer a question, and only once. */
  #receive({ session: name, caller: { principal }, message }: Parcel): Outcome {
    const question = this.#waiting.get(name)
    if (!question || !isSame(question.asked, principal)) return 'unknown'
    this.#waiting.delete(name)
    question.receive(message)
    return 'accepted'
  }
}

const isSame = (one: Principal, other: Principal): boolean => one.user === other.user && one.organization?.id === other.organization?.id
