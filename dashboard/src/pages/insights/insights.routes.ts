import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from '../../app/page-route.ts'

export const insightRoutes = (organization: AnyRoute): AnyRoute[] => [
  pageRoute(organization, 'insights', () => import('./insights-page.tsx'), 'OrganizationInsightsPage'),
  pageRoute(organization, 'p/$slug/insights', () => import('./insights-page.tsx'), 'ProjectInsightsPage'),
  pageRoute(organization, 'teams/$id/insights', () => import('./insights-page.tsx'), 'TeamInsightsPage'),
]
