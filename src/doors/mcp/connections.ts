import type { Operations } from '../../capabilities/operations.ts'
import { system, type Principal } from '../../kernel/context.ts'
import { execute, type Kernel } from '../../kernel/execute.ts'
import { connectionKey, type Caller } from './caller.ts'

const binding = new Set(['create_session', 'resume_session', 'claim_task', 'checkpoint_session'])

/**
 * The connections that identify windows. Closing one unbinds its window from it, so that a client whose stream breaks can reconnect
 * and continue with what it holds.
 */
export class Connections {
  readonly #kernel: Kernel
  readonly #operations: Operations
  readonly #bound = new Set<string>()
  readonly #leaving = new Set<Promise<unknown>>()

  constructor(kernel: Kernel, operations: Operations) {
    this.#kernel = kernel
    this.#operations = operations
  }

  /** Most streams never hold anything, so nothing has to be done when they close. */
  note({ connection }: Caller, tool: string): void {
    if (connection !== undefined && binding.has(tool)) this.#bound.add(connection)
  }

  left({ user, organization }: Principal, connection: string): void {
    if (!this.#bound.delete(connection) || !user || !organization) return
    const input = { user_id: user, connection: connectionKey(connection) }
    // execute() has already reported a failure; the window is then freed after five minutes.
    const leave = this.#operations.get('leaveConnection')
    const leaving = execute(this.#kernel, leave, system(organization.id), input, { door: 'mcp' }).catch(() => {})
    this.#leaving.add(leaving)
    void leaving.finally(() => this.#leaving.delete(leaving))
  }

  async settled(): Promise<void> {
    await Promise.all(this.#leaving)
  }
}
