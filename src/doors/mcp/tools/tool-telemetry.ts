import type { InputOf, Operations, OutputOf } from '../../../capabilities/operations.ts'
import { system } from '../../../kernel/context.ts'
import type { AgentCalls } from '../../../platform/agent-calls.ts'
import { execute, type Kernel } from '../../../kernel/execute.ts'
import { isId, newId } from '../../../platform/ids.ts'

/** People watch agents work, so a call should be on their screen a second later. */
const writeEvery = 1_000
/** How many calls are recorded individually, which is as many as one write may hold; beyond that they are only counted. */
const maxKept = 5_000
const charactersPerToken = 4

type Count = InputOf<'recordToolCalls'>['items'][number]
type KeptCall = NonNullable<InputOf<'recordToolCalls'>['calls']>[number]

interface Call {
  org: string
  agent: string
  session: string | undefined
  tool: string
  /** What it was about: a key, slug or id. */
  subject: string | null
  ok: boolean
  /** Why it was refused. */
  error: string | null
  milliseconds: number
  /** Characters of the result. */
  length: number
  recalled: KeptCall['recalled']
}

/** Counts tool calls in memory and writes them every second, so that no call waits for it. A crash loses the last of them. */
export class ToolTelemetry {
  readonly #kernel: Kernel
  readonly #operations: Operations
  readonly #counted = new Map<string, Map<string, Count>>()
  readonly #kept = new Map<string, KeptCall[]>()
  readonly #timer: NodeJS.Timeout

  constructor(kernel: Kernel, operations: Operations) {
    this.#kernel = kernel
    this.#operations = operations
    this.#timer = setInterval(() => void this.#write(), writeEvery).unref()
  }

  note({ org, agent, session, tool, subject, ok, error, milliseconds, length, recalled }: Call): void {
    const counts = this.#counted.get(org) ?? new Map<string, Count>()
    this.#counted.set(org, counts)
    const key = `${agent} ${tool}`
    const count = counts.get(key) ?? {
      agent_id: agent,
      tool,
      calls: 0,
      errors: 0,
      milliseconds: 0,
      tokens_returned: 0,
      last_at: '',
      last_ok: ok,
      last_subject: subject,
    }
    counts.set(key, count)
    count.calls++
    if (!ok) count.errors++
    const took = Math.round(milliseconds)
    const tokens_returned = Math.ceil(length / charactersPerToken)
    const at = this.#kernel.clock.now().toISOString()
    count.milliseconds += took
    count.tokens_returned += tokens_returned
    count.last_at = at
    count.last_ok = ok
    count.last_subject = subject
    const kept = this.#kept.get(org) ?? []
    this.#kept.set(org, kept)
    const session_id = session !== undefined && isId(session) ? session : null
    if (kept.length < maxKept)
      kept.push({ id: newId(), agent_id: agent, session_id, tool, ok, error, milliseconds: took, tokens_returned, recalled, at })
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#write()
  }

  async #write(): Promise<void> {
    const counted = [...this.#counted]
    const kept = new Map(this.#kept)
    this.#counted.clear()
    this.#kept.clear()
    for (const [org, counts] of counted) {
      const input = { items: [...counts.values()], calls: kept.get(org) ?? [] }
      // Counts that can't be written are dropped; execute() has already reported the error.
      await execute(this.#kernel, this.#operations.get('recordToolCalls'), system(org), input, { door: 'mcp' }).then(
        ({ agents }) => this.#kernel.hint(org, 'tool_calls.recorded', lastOf(input.items, agents)),
        () => {},
      )
    }
  }
}

/** The last call of each agent, with the project and owner that decide who may see it. */
function lastOf(items: readonly Count[], agents: OutputOf<'recordToolCalls'>['agents']): AgentCalls[] {
  return agents.flatMap(({ id, project_id, owner_id }) => {
    const own = items.filter(({ agent_id }) => agent_id === id)
    const last = own.toSorted((a, b) => (a.last_at < b.last_at ? -1 : 1)).at(-1)
    if (!last) return []
    const calls = own.reduce((sum, one) => sum + one.calls, 0)
    return [{ agent_id: id, project_id, owner_id, tool: last.tool, ok: last.last_ok, at: last.last_at, calls }]
  })
}
