import { buildTools } from '../../src/doors/mcp/tools/tools.ts'
import type { Operation } from '../../src/kernel/operation.ts'

/** mcp-tools.json: what a model sees of each tool, as the MCP door lists it. */
export function renderMcpTools(operations: ReadonlyMap<string, Operation>): string {
  const tools = buildTools(operations.values()).list.map(({ name, title, description, inputSchema, annotations }) => ({
    name,
    title,
    description,
    inputSchema,
    annotations,
  }))
  return `${JSON.stringify(tools, null, 2)}\n`
}
