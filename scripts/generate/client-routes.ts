import type { ClientRoute } from '../../client/src/build-request.ts'
import { operationAreas } from '../../src/capabilities/operation-areas.ts'
import type { Route } from '../../src/kernel/contract.ts'
import type { Operation } from '../../src/kernel/operation.ts'

/** What a board and the frame around it call. All other routes are loaded with their first call, to keep them out of the first page load. */
const often: ReadonlySet<string> = new Set(['work', 'projects', 'screens', 'links'])
const oftenByName: ReadonlySet<string> = new Set([
  'archiveNotification',
  'createWsTicket',
  'getFeature',
  'getLoginOptions',
  'getOrganization',
  'getPreferences',
  'listAgents',
  'listApprovals',
  'listFeatures',
  'listMembers',
  'listNotifications',
  'listOrganizations',
  'listTunnels',
  'markNotificationRead',
  'me',
  'myRole',
  'refresh',
  'updatePreferences',
])
const isOften = ({ name, contract: { realm } }: Operation): boolean =>
  oftenByName.has(name) || (realm !== 'instance' && realm !== 'public' && often.has(operationAreas[name] ?? ''))

/**
 * client/src/routes.ts and more-routes.ts: the route of each operation. Aliases are included only if they fix an input value,
 * and path parameters are named after the input field they carry.
 */
export function renderClientRoutes(operations: ReadonlyMap<string, Operation>, which: 'routes' | 'moreRoutes'): string {
  const lines = [...operations.values()]
    .filter((operation) => operation.contract.http?.length && isOften(operation) === (which === 'routes'))
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
