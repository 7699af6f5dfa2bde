import type { CallToolResult } from '@modelcontextprotocol/server'
import { operations } from '../../../../src/capabilities/operations.ts'
import type { Caller } from '../../../../src/doors/mcp/caller.ts'
import { Connections } from '../../../../src/doors/mcp/connections.ts'
import { HintDelivery } from '../../../../src/doors/mcp/tools/hint-delivery.ts'
import { ResultNotices } from '../../../../src/doors/mcp/tools/result-notices.ts'
import { TokenAgents } from '../../../../src/doors/mcp/tools/token-agents.ts'
import { ToolCalls } from '../../../../src/doors/mcp/tools/tool-calls.ts'
import { ToolTelemetry } from '../../../../src/doors/mcp/tools/tool-telemetry.ts'
import { buildTools } from '../../../../src/doors/mcp/tools/tools.ts'
import { Limits } from '../../../../src/doors/shared/limits.ts'
import { RateLimiter } from '../../../../src/platform/rate-limit.ts'
import type { Baton } from '../../../harness/baton.ts'

export interface Door {
  call(tool: string, args: Record<string, unknown>, caller: Caller): Promise<CallToolResult>
  close(): Promise<void>
}

/** The tools of the MCP door without its transports: the window's identity is passed in as a transport would. */
export function openDoor({ node: { assembly }, config }: Baton): Door {
  const { kernel, hints } = assembly
  const limiter = new RateLimiter(hints)
  const telemetry = new ToolTelemetry(kernel, operations)
  const calls = new ToolCalls({
    kernel,
    tools: buildTools(operations.values()).operations,
    operations,
    limits: new Limits(limiter, config, kernel.clock),
    agents: new TokenAgents(kernel, operations),
    telemetry,
    hintDelivery: new HintDelivery(kernel, operations),
    notices: new ResultNotices(kernel, operations),
    connections: new Connections(kernel, operations),
  })
  return {
    call: async (tool, args, caller) => (await calls.call(tool, args, caller, { asks: false })) as CallToolResult,
    async close() {
      await telemetry.close()
      limiter.close()
    },
  }
}
