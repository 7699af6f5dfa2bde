import type { Operation } from '../../kernel/operation.ts'

/** What can be asked for: the permissions of the tools there are. */
export function scopesOf(operations: Iterable<Operation>): string[] {
  const found = new Set<string>()
  for (const { contract } of operations) if (contract.mcp && contract.realm === 'organization') found.add(contract.permission)
  return [...found].toSorted()
}

const levels: Record<string, string> = { read: 'See', write: 'Create and change', manage: 'Manage', own: 'Own' }

/** A scope in words: `task:write` is "Create and change tasks". */
export function describeScope(scope: string): string {
  const [domain = '', level = ''] = scope.split(':')
  const plural = domain.endsWith('y') ? `${domain.slice(0, -1)}ies` : `${domain}s`
  return `${levels[level] ?? level} ${plural.replaceAll(/[-_]/g, ' ')}`
}
