import type { CallToolResult } from '@modelcontextprotocol/server'
import { noticesDue, type CallOf } from '../../../capabilities/agents/notices/notices-due.ts'
import type { Operations, OutputOf } from '../../../capabilities/operations.ts'
import { system, type Principal } from '../../../kernel/context.ts'
import { isPlain } from '../../../kernel/errors.ts'
import { execute, type Kernel } from '../../../kernel/execute.ts'
import { isId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/postgres.ts'
import { togetherIn } from '../../../platform/together.ts'
import { instanceKeys, type Caller } from '../caller.ts'

type Given = Record<string, unknown>
type Notice = OutputOf<'takeNotices'>['items'][number]

const maxWaiting = 10_000

/** Delivers the notices of an instance: once, with its next tool result, whatever it called and even if that is a refusal. */
export class ResultNotices {
  readonly #kernel: Kernel
  readonly #operations: Operations
  /** Agents that had something waiting at their last call: their next one runs the full check right away. */
  readonly #waiting = new Set<string>()

  constructor(kernel: Kernel, operations: Operations) {
    this.#kernel = kernel
    this.#operations = operations
  }

  /** Whether there is anything to deliver or to record for the caller; undefined if that needs another query. */
  async mayBeDue(tx: Tx, org: string, from: CallOf, when: 'now' | 'last'): Promise<boolean | undefined> {
    const agent = `${org} ${from.agent_id}`
    const asked = { now: this.#kernel.clock.now(), when, waits: this.#waiting.has(agent) }
    const { due, waits } = await noticesDue(togetherIn(tx), org, from, asked)
    if (!waits) this.#waiting.delete(agent)
    else if (this.#waiting.size >= maxWaiting) this.#waiting.clear()
    if (waits) this.#waiting.add(agent)
    return due
  }

  /** `due` is what `mayBeDue` found along with the call's own statements, if it was asked. */
  async attachTo(result: CallToolResult, org: string, from: CallOf, due?: boolean): Promise<CallToolResult> {
    const take = this.#operations.get('takeNotices')
    const ask = () =>
      this.#kernel.database.withRealm('organization', { org, user: null }, 'read', (tx) => this.mayBeDue(tx, org, from, 'now'))
    try {
      // The first check may only find that something waits for the agent; the second one then runs the full statement.
      if (!(due ?? (await ask()) ?? (await ask()))) return result
      const { items } = await execute(this.#kernel, take, system(org), from, { door: 'mcp' })
      return items.length > 0 ? withNotices(result, items) : result
    } catch (error) {
      // A failure here must not cost the result of the tool.
      this.#kernel.report(error, take.name)
      return result
    }
  }
}

/** The tools whose `session` is the caller's own; elsewhere it is one to look up or to take over. */
const workingIn = new Set(['claim_task', 'checkpoint_session', 'end_session'])

/** What a call reveals about the instance it came from. */
export function callOf(tool: string, { agent, user }: Principal, caller: Caller, given: Given): CallOf | undefined {
  if (!agent || !user) return undefined
  const text = (name: string): string | undefined => (typeof given[name] === 'string' ? given[name] : undefined)
  const [session, fence, task, client_session] = [text('session'), text('fence'), text('task'), text('client_session')]
  return {
    ...{ agent_id: agent, user_id: user, ...instanceKeys(caller) },
    ...(client_session !== undefined && !caller.principal.run && client_session.length <= 200 && { client_session }),
    ...(session !== undefined && workingIn.has(tool) && isId(session) && { session }),
    ...(fence !== undefined && isPlain(fence) && { fence }),
    ...(task !== undefined && isPlain(task) && { task }),
  }
}

/** Added to both forms of the result: some clients show their model only the text, some only the structured content. */
function withNotices(result: CallToolResult, notices: readonly Notice[]): CallToolResult {
  const text = `Notices from Baton:\n${notices.map(({ message }) => `- ${message}`).join('\n')}`
  const content = [...(result.content ?? []), { type: 'text' as const, text }]
  if (result.isError) return { ...result, content, _meta: { ...result._meta, 'baton/notices': notices } }
  return { ...result, content, structuredContent: { ...(result.structuredContent as object | undefined), notices } }
}
