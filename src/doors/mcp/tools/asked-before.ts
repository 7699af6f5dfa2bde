import type { Operations } from '../../../capabilities/operations.ts'
import { lastAnswer, type AskedCall } from '../../../capabilities/sessions/confirmations/confirmation-answers.ts'
import { system, type Principal } from '../../../kernel/context.ts'
import { execute, type Kernel } from '../../../kernel/execute.ts'
import { digest } from '../../../platform/secrets.ts'

type Answer = 'declined' | 'unanswered'

/** The person's earlier answer to the same call. It is stored because the next attempt may reach another node. */
export class AskedBefore {
  readonly #kernel: Kernel
  readonly #operations: Operations
  readonly #org: string
  readonly #asked: AskedCall

  constructor(kernel: Kernel, operations: Operations, { organization, user, agent }: Principal, tool: string, input: object) {
    if (!organization || !user || !agent) throw new Error('only agents of a user are asked back')
    this.#kernel = kernel
    this.#operations = operations
    this.#org = organization.id
    const fields = Object.entries(input).toSorted(([one], [other]) => (one < other ? -1 : 1))
    this.#asked = { user_id: user, agent_id: agent, call: digest(JSON.stringify([tool, fields])).toString('base64url') }
  }

  last(): Promise<Answer | undefined> {
    const { database, clock } = this.#kernel
    const org = this.#org
    return database.withRealm('organization', { org, user: null }, 'read', (tx) => lastAnswer(tx, org, this.#asked, clock.now()))
  }

  /** Returns the answer that holds now: dismissing a question does not revoke an earlier no. */
  async keep(answer: Answer): Promise<Answer> {
    const record = this.#operations.get('recordConfirmationAnswer')
    const kept = await execute(this.#kernel, record, system(this.#org), { ...this.#asked, answer }, { door: 'mcp' })
    return kept.answer
  }
}
