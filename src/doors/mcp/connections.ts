import type { Operations } from '../../capabilities/operations.ts'
import { system, type Principal } from '../../kernel/context.ts'
import { execute, type Kernel } from '../../kernel/execute.ts'
import { connectionKey, type Caller } from './caller.ts'

const binding = new Set(['create_session', 'resume_session', 'claim_task', 'checkpoint_session'])

/**
 * The connections by which windows are known. When one closes, its window is known by it no longer: a client whose stream breaks
 * comes back by another and goes on with what is its own.
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

  /** Most streams never hold anything, and nothing has to be done when they close. */
  note({ connection }: Caller, tool: string): void {
    if (connection !== undefined && binding.has(tool)) this.#bound.add(connection)
  }

  left({ user, organization }: Principal, connection: string): void {
    if (!this.#bound.delete(connection) || !user || !organization) return
    const input = { user_id: user, connection: connectionKey(connection) }
    // execute() has reported what failed; without it the window is free after five minutes.
    const leave = this.#operations.get('leaveConnection')
    const leaving = execute(this.#kernel, leave, system(organization.id), input, { door: 'mcp' }).catch(() => {})
    this.#leaving.add(leaving)
    void leaving.finally(() => this.#leaving.delete(leaving))
  }

  async settled(): Promise<void> {
    await Promise.all(this.#leaving)
  }
}
