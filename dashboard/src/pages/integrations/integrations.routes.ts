import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from '../../app/page-route.ts'

export const integrationRoutes = (organization: AnyRoute): AnyRoute[] => [
  pageRoute(organization, 'settings/integrations', () => import('./integrations-page.tsx'), 'IntegrationsPage'),
  pageRoute(organization, 'import', () => import('./imports-page.tsx'), 'ImportsPage'),
  pageRoute(organization, 'import/$id', () => import('./import-page.tsx'), 'ImportPage'),
]
