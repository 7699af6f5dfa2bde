import { unloggedChanges } from '../../src/kernel/events.ts'
import type { Operation } from '../../src/kernel/operation.ts'

/** client/src/affected.ts: which reads each kind of event makes stale, derived from the `stale_after` of the contracts. */
export function renderAffected(operations: ReadonlyMap<string, Operation>, logged: readonly string[]): string {
  const kinds = [...logged, ...unloggedChanges]
  const problems = [...operations.values()].flatMap((operation) => problemsOf(operation, kinds))
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const lines = kinds.map((kind) => `  '${kind}': ${JSON.stringify(readsAffected(operations, kind))},`)
  return `// Generated from the contracts by: npm run generate
import type { Name } from './create-client.ts'

/** By kind of event or unlogged change: the reads whose earlier answers it makes stale. */
export const affected: Readonly<Record<string, readonly Name[]>> = {
${lines.join('\n')}
}
`
}

export const readsAffected = (operations: ReadonlyMap<string, Operation>, kind: string): string[] =>
  [...operations.values()]
    .filter(({ contract }) => contract.http && contract.stale_after?.some((pattern) => matches(pattern, kind)))
    .map(({ name }) => name)

const unlogged: ReadonlySet<string> = new Set(unloggedChanges)

/** Unlogged changes come as often as agents make calls, so only a read that names one explicitly becomes stale. */
const matches = (pattern: string, kind: string): boolean =>
  pattern === kind || (!unlogged.has(kind) && (pattern === '*' || (pattern.endsWith('.*') && kind.startsWith(pattern.slice(0, -1)))))

/** Public reads need no `stale_after`: their callers have no subscription that could deliver events. */
function problemsOf({ name, contract }: Operation, kinds: readonly string[]): string[] {
  const { stale_after } = contract
  if (!stale_after)
    return contract.effect === 'read' && contract.http && contract.realm !== 'public'
      ? [`${name} is a read and does not say what makes it stale: add stale_after`]
      : []
  if (contract.effect !== 'read') return [`${name} is no read, so nothing makes it stale: remove stale_after`]
  return stale_after
    .filter((pattern) => !kinds.some((kind) => matches(pattern, kind)))
    .map((pattern) => `${name} is stale after ${pattern}, and there is no such kind of event`)
}
