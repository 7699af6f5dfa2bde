import { system } from '../../kernel/context.ts'
import { execute, type Kernel } from '../../kernel/execute.ts'
import type { Operation } from '../../kernel/operation.ts'

const writeEvery = 3_000
const charactersPerToken = 4

interface Count {
  agent_id: string
  tool: string
  calls: number
  errors: number
  milliseconds: number
  tokens_returned: number
  last_at: string
  last_ok: boolean
}

interface Call {
  org: string
  agent: string
  tool: string
  ok: boolean
  milliseconds: number
  /** Characters of the result. */
  length: number
}

/** Counts tool calls in memory and writes them every few seconds, so no call waits for it. A crash loses the last of them. */
export class ToolTelemetry {
  readonly #kernel: Kernel
  readonly #record: Operation
  readonly #counted = new Map<string, Map<string, Count>>()
  readonly #timer: NodeJS.Timeout

  constructor(kernel: Kernel, record: Operation) {
    this.#kernel = kernel
    this.#record = record
    this.#timer = setInterval(() => void this.#write(), writeEvery).unref()
  }

  note({ org, agent, tool, ok, milliseconds, length }: Call): void {
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
    }
    counts.set(key, count)
    count.calls++
    if (!ok) count.errors++
    count.milliseconds += Math.round(milliseconds)
    count.tokens_returned += Math.ceil(length / charactersPerToken)
    count.last_at = this.#kernel.clock.now().toISOString()
    count.last_ok = ok
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#write()
  }

  async #write(): Promise<void> {
    const counted = [...this.#counted]
    this.#counted.clear()
    for (const [org, counts] of counted) {
      // What cannot be written is not worth keeping: execute() has reported it.
      await execute(this.#kernel, this.#record, system(org), { items: [...counts.values()] }, { door: 'mcp' }).catch(() => {})
    }
  }
}
