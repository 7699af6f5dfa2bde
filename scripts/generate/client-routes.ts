import type { ClientRoute } from '../../client/src/build-request.ts'
import type { Route } from '../../src/kernel/contract.ts'
import type { Operation } from '../../src/kernel/operation.ts'

/**
 * client/src/routes.ts: where each operation is found. Of its aliases only those that stand for an input value are needed, and a parameter
 * of a path bears the name of the input field it carries.
 */
export const renderClientRoutes = (operations: ReadonlyMap<string, Operation>): string =>
  render(
    'routes',
    [...operations.values()].filter(({ contract }) => contract.realm !== 'instance'),
  )

/** client/src/administration-routes.ts: those of administrators, which a page of somebody else need not load. */
export const renderAdministrationRoutes = (operations: ReadonlyMap<string, Operation>): string =>
  render(
    'administrationRoutes',
    [...operations.values()].filter(({ contract }) => contract.realm === 'instance'),
  )

function render(table: string, operations: readonly Operation[]): string {
  const lines = operations
    .filter(({ contract }) => contract.http?.length)
    .map(({ name, contract }) => `  ${name}: ${JSON.stringify(chosen(contract.http ?? []))},`)
  return `// Generated from the contracts by: npm run generate
import type { ClientRoute } from './build-request.ts'

export const ${table} = {
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
