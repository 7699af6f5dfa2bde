import type { CallToolResult } from '@modelcontextprotocol/server'
import type { CallOf } from '../../../capabilities/agents/notices/notices-due.ts'
import type { Operations, OutputOf } from '../../../capabilities/operations.ts'
import { system, type Principal } from '../../../kernel/context.ts'
import { execute, type Kernel } from '../../../kernel/execute.ts'
import { isId } from '../../../platform/ids.ts'

const subjects = {
  hint: 'hint for your session',
  ask_release: 'asks you to release a task',
  mention: 'mentions you in a comment',
  reply: 'answers in a comment; update_task with comment replies',
}

type Hint = OutputOf<'takeHints'>['items'][number]

/** Where a call came from, and when it began. */
interface Seat {
  from: CallOf
  session_id: string | undefined
  /** It took up a session. */
  resumes: boolean
  began: Date
  /** A run gets no messages about other projects. */
  run: Principal['run']
}

const maxConnections = 10_000

/** Delivers people's messages to a running agent: once, with its next tool result, as data and not as text of ours. */
export class HintDelivery {
  readonly #kernel: Kernel
  readonly #operations: Operations
  /** The session that each connection last referred to. A node that doesn't know it assumes the agent's only session. */
  readonly #sessions = new Map<string, string>()

  constructor(kernel: Kernel, operations: Operations) {
    this.#kernel = kernel
    this.#operations = operations
  }

  /** Remembers the session of a call: the one it names, creates or resumes. */
  sessionOf(connection: string | undefined, tool: string, given: Record<string, unknown>, result: CallToolResult): string | undefined {
    const said = result.isError ? undefined : namedBy(tool, given, result.structuredContent)
    if (!connection) return said
    if (said) {
      const [oldest] = this.#sessions.keys()
      if (oldest !== undefined && this.#sessions.size >= maxConnections) this.#sessions.delete(oldest)
      this.#sessions.delete(connection)
      this.#sessions.set(connection, said)
    }
    return said ?? this.#sessions.get(connection)
  }

  async attachTo(result: CallToolResult, org: string, { from, session_id, resumes, began, run }: Seat): Promise<CallToolResult> {
    const input = { ...from, ...(session_id !== undefined && isId(session_id) && { session_id }), resumes, began: began.toISOString() }
    // execute() has already reported a failure, which must not cost the result itself.
    const take = this.#operations.get('takeHints')
    const { items } = await execute(this.#kernel, take, { ...system(org), run }, input, { door: 'mcp' }).catch(() => ({ items: [] }))
    return items.length > 0 ? withMessages(result, items) : result
  }
}

function namedBy(tool: string, given: Record<string, unknown>, result: unknown): string | undefined {
  const answer = (result ?? {}) as { id?: unknown; session?: { id?: unknown } }
  const said = tool === 'resume_session' ? answer.session?.id : tool === 'create_session' ? answer.id : given['session']
  return typeof said === 'string' ? said : undefined
}

/** Next to the result and clearly separated from it. */
function withMessages(result: CallToolResult, hints: readonly Hint[]): CallToolResult {
  const messages_from_people = hints.map(({ kind, session_id, task, author, body, created_at }) => ({
    from: author ? { name: author.name, handle: author.handle } : null,
    about: subjects[kind],
    ...(session_id !== null && { session: session_id }),
    ...(task !== null && { task }),
    text: body,
    sent_at: created_at,
  }))
  const text = `Not part of the result above: messages that people sent to you while you work. ${JSON.stringify({ messages_from_people })}`
  const content = [...(result.content ?? []), { type: 'text' as const, text }]
  if (!result.structuredContent) return { ...result, content }
  return { ...result, content, structuredContent: { ...(result.structuredContent as object), messages_from_people } }
}
