import { createRoute, type AnyRoute } from '@tanstack/react-router'
import { lazyPage, pageRoute } from '../../app/page-route.ts'

export const repositoryRoutes = (organization: AnyRoute): AnyRoute[] => [
  pageRoute(organization, 'repos', () => import('./repositories-page.tsx'), 'RepositoriesPage'),
  pageRoute(organization, 'p/$slug/repos', () => import('./repositories-page.tsx'), 'RepositoriesPage'),
  pageRoute(organization, 'repos/$repository', () => import('./repository/repository-page.tsx'), 'RepositoryPage'),
  pageRoute(organization, 'repos/$repository/pulls', () => import('./repository/repository-pulls-page.tsx'), 'RepositoryPullsPage'),
  pageRoute(
    organization,
    'repos/$repository/settings',
    () => import('./repository/repository-settings-page.tsx'),
    'RepositorySettingsPage',
  ),
  pageRoute(organization, 'pulls', () => import('./pulls/pulls-page.tsx'), 'PullsPage'),
]

/** Where GitHub redirects a person back to. It knows nothing of organizations; this browser remembers which one they came from. */
export const hostLoginRoute = (root: AnyRoute, requireLogin: (at: { location: { href: string } }) => Promise<void>): AnyRoute =>
  createRoute({
    getParentRoute: () => root,
    path: '/repositories/github',
    beforeLoad: requireLogin,
    component: lazyPage(() => import('./access/host-login-page.tsx'), 'HostLoginPage'),
  }) as unknown as AnyRoute
