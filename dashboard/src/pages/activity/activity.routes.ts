import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from '../../app/page-route.ts'

export const activityRoutes = (organization: AnyRoute): AnyRoute[] => [
  pageRoute(organization, 'activity', () => import('./activity-page.tsx'), 'ActivityPage'),
  pageRoute(organization, 'p/$slug/activity', () => import('./activity-page.tsx'), 'ActivityPage'),
]
