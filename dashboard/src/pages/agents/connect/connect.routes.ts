import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from '../../../app/page-route.ts'

export const connectRoutes = (organization: AnyRoute): AnyRoute[] => [
  pageRoute(organization, 'connect', () => import('./connect-page.tsx'), 'ConnectPage'),
]
