import type { Tool, ToolAnnotations } from '@modelcontextprotocol/server'
import type { Effect } from '../../../kernel/contract.ts'
import type { Operation } from '../../../kernel/operation.ts'
import { findingOf } from './finding.ts'
import { inputSchema, onlyReads, outputSchema } from './tool-schema.ts'

export interface Tools {
  /** In the registry's order, the same for every caller and every call. */
  readonly list: Tool[]
  readonly operations: ReadonlyMap<string, Operation>
}

const annotations: Record<Effect, ToolAnnotations> = {
  read: { readOnlyHint: true, openWorldHint: false },
  create: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  change: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  delete: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
}

/** Every operation whose contract names a tool. Built once at startup: schemas are the most expensive part of the list. */
export function buildTools(registry: Iterable<Operation>): Tools {
  const list: Tool[] = []
  const operations = new Map<string, Operation>()
  for (const operation of registry) {
    const { contract } = operation
    const { mcp, effect } = contract
    if (!mcp) continue
    if (operations.has(mcp.tool)) throw new Error(`two operations are the tool ${mcp.tool}`)
    operations.set(mcp.tool, operation)
    list.push({
      name: mcp.tool,
      title: mcp.title,
      description: mcp.description,
      inputSchema: inputSchema(contract) as Tool['inputSchema'],
      outputSchema: outputSchema(contract) as NonNullable<Tool['outputSchema']>,
      _meta: findingOf(mcp.tool),
      annotations: {
        ...annotations[effect === 'read' && !onlyReads(contract) ? 'create' : effect],
        ...(mcp.idempotent && { idempotentHint: true }),
      },
    })
  }
  return { list, operations }
}
