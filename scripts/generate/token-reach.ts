import type { Operation } from '../../src/kernel/operation.ts'

/** client/src/token-reach.ts: what the page that creates tokens says about their reach, generated from the contracts. */
export function renderTokenReach(operations: ReadonlyMap<string, Operation>): string {
  const contracts = [...operations.values()]
  const tools: Record<string, string[]> = {}
  for (const { contract } of contracts) if (contract.mcp) (tools[contract.mcp.category] ??= []).push(contract.mcp.tool)
  const personOnly = contracts
    .filter(({ contract }) => contract.needs_person && contract.http?.length)
    .map(({ name, contract }) => `  ${name}: ${JSON.stringify(contract.summary)},`)
  return `// Generated from the contracts by: npm run generate
/** The tools of an MCP token, by category. */
export const tokenTools: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(tools)}

/** What is refused to every token and key: it needs a person who has just logged in. */
export const personOnly = {
${personOnly.join('\n')}
}
`
}
