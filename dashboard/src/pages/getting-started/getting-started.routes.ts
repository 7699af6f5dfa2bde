import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from '../../app/page-route.ts'

export const gettingStartedRoutes = (organization: AnyRoute): AnyRoute[] => [
  pageRoute(organization, 'getting-started', () => import('./getting-started-page.tsx'), 'GettingStartedPage'),
]
