import type { Operation } from '../../kernel/operation.ts'

/** The scopes that can be requested: the permissions of the tools. */
export function scopesOf(operations: Iterable<Operation>): string[] {
  const found = new Set<string>()
  for (const { contract } of operations) if (contract.mcp && contract.realm === 'organization') found.add(contract.permission)
  return [...found].toSorted()
}

const levels: Record<string, string> = { read: 'See', write: 'Create and change', manage: 'Manage', own: 'Own' }

/** Scopes in words, by what they allow: `task:write` is "tasks" under "Create and change". */
export function describeScopes(scopes: readonly string[]): { level: string; things: { scope: string; name: string }[] }[] {
  return Object.entries(levels)
    .map(([word, level]) => ({
      level,
      things: scopes.filter((scope) => scope.endsWith(`:${word}`)).map((scope) => ({ scope, name: nameOf(scope) })),
    }))
    .filter(({ things }) => things.length > 0)
}

function nameOf(scope: string): string {
  const [domain = ''] = scope.split(':')
  const plural = domain.endsWith('y') ? `${domain.slice(0, -1)}ies` : `${domain}s`
  return plural.replaceAll(/[-_]/g, ' ')
}
