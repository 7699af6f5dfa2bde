import type { CallToolResult } from '@modelcontextprotocol/server'
import { operations } from '../../../src/capabilities/operations.ts'
import type { Caller } from '../../../src/doors/mcp/caller.ts'
import { Connections } from '../../../src/doors/mcp/connections.ts'
import { Letters } from '../../../src/doors/mcp/tools/letters.ts'
import { ResultNotices } from '../../../src/doors/mcp/tools/result-notices.ts'
import { TokenAgents } from '../../../src/doors/mcp/tools/token-agents.ts'
import { ToolCalls } from '../../../src/doors/mcp/tools/tool-calls.ts'
import { ToolTelemetry } from '../../../src/doors/mcp/tools/tool-telemetry.ts'
import { buildTools } from '../../../src/doors/mcp/tools/tools.ts'
import { Limits } from '../../../src/doors/rest/limits.ts'
import type { Operation } from '../../../src/kernel/operation.ts'
import { RateLimiter } from '../../../src/platform/rate-limit.ts'
import type { Baton } from '../../harness.ts'

export interface Door {
  call(tool: string, args: Record<string, unknown>, caller: Caller): Promise<CallToolResult>
  close(): Promise<void>
}

/** The tools of the MCP door without its transports: what a window says of itself is handed in as a transport would. */
export function openDoor({ node: { assembly }, config }: Baton): Door {
  const { kernel, hints } = assembly
  const own = (name: string) => operations.get(name) as Operation
  const limiter = new RateLimiter(hints)
  const telemetry = new ToolTelemetry(kernel, own('recordToolCalls'))
  const calls = new ToolCalls({
    kernel,
    operations: buildTools(operations.values()).operations,
    named: own,
    limits: new Limits(limiter, config, kernel.clock),
    agents: new TokenAgents(kernel, { find: own('findTokenAgent'), enrol: own('enrolAgent'), confirm: own('confirmAgent') }),
    telemetry,
    letters: new Letters(kernel, own('takeHints')),
    notices: new ResultNotices(kernel, own('takeNotices')),
    connections: new Connections(kernel, own('leaveConnection')),
  })
  return {
    call: async (tool, args, caller) => (await calls.call(tool, args, caller, { asks: false })) as CallToolResult,
    async close() {
      await telemetry.close()
      limiter.close()
    },
  }
}
