import type { Tool } from '@modelcontextprotocol/server'
import type { Operation } from '../../../kernel/operation.ts'
import type { Tools } from '../tools/tools.ts'
import type { Arguments } from './endpoint.ts'
import { referencesOf, type Reference } from './references.ts'

interface ProjectTool {
  references: ReadonlyMap<string, Reference>
  /** Whether to fill the project in: not if the call names another scope. */
  fills(given: Arguments): boolean
}

export interface ProjectTools {
  readonly list: readonly Tool[]
  readonly names: ReadonlySet<string>
  readonly tools: ReadonlyMap<string, ProjectTool>
}

/** The tools of a project endpoint: without the parameter `project`, and without tools about all projects. Built once for all of them. */
export function buildProjectTools({ list, operations }: Tools): ProjectTools {
  const tools = new Map<string, ProjectTool>()
  const kept: Tool[] = []
  for (const tool of list) {
    const operation = operations.get(tool.name)
    if (!operation) continue
    const references = referencesOf(operation.contract)
    const project = references.get('project')
    if (operation.contract.mcp?.category === 'Projects' && !project) continue
    const takesProject = project !== undefined && !project.nullable
    tools.set(tool.name, { references, fills: (given) => takesProject && !isElsewhere(operation, given) })
    kept.push(takesProject ? withoutProject(tool) : tool)
  }
  return { list: kept, names: new Set(tools.keys()), tools }
}

/** Personal and organization-wide things belong to no project. Memory with several scopes would go to the project. */
function isElsewhere({ contract }: Operation, given: Arguments): boolean {
  if (given['personal'] === true || given['scope'] === 'organization') return true
  return contract.mcp?.category === 'Memory' && (given['agent'] !== undefined || given['session'] !== undefined)
}

function withoutProject(tool: Tool): Tool {
  const { project: _, ...properties } = tool.inputSchema.properties ?? {}
  const required = tool.inputSchema.required?.filter((name) => name !== 'project')
  const { required: _all, ...schema } = tool.inputSchema
  return { ...tool, inputSchema: { ...schema, properties, ...(required?.length && { required }) } }
}
