import type { ClientRoute } from '../../client/src/build-request.ts'
import type { Route } from '../../src/kernel/contract.ts'
import type { Operation } from '../../src/kernel/operation.ts'

/** Realms of which no page of an organization calls anything: administrators and strangers do. */
const apart: ReadonlySet<string> = new Set(['instance', 'public'])

/**
 * client/src/routes.ts and instance-routes.ts: where each operation is found. Of its aliases only those that stand for an input value are needed, and a parameter
 * of a path bears the name of the input field it carries.
 */
export function renderClientRoutes(operations: ReadonlyMap<string, Operation>, which: 'routes' | 'instanceRoutes'): string {
  const lines = [...operations.values()]
    .filter(({ contract }) => contract.http?.length && apart.has(contract.realm) === (which === 'instanceRoutes'))
    .map(({ name, contract }) => `  ${name}: ${JSON.stringify(chosen(contract.http ?? []))},`)
  return `// Generated from the contracts by: npm run generate
import type { ClientRoute } from './build-request.ts'

export const ${which} = {
${lines.join('\n')}
} satisfies Record<string, ClientRoute[]>
`
}

function chosen(routes: readonly Route[]): ClientRoute[] {
  return routes
    .filter((route, place) => place === 0 || route.fixed !== undefined)
    .map(({ method, path, params, fixed }) => ({
      method,
      path: path.replace(/:(\w+)/g, (all, name: string) => (params?.[name] ? `:${params[name]}` : all)),
      ...(fixed && { fixed }),
    }))
}
