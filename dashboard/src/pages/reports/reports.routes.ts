import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from '../../app/page-route.ts'

export const reportRoutes = (organization: AnyRoute): AnyRoute[] => [
  pageRoute(organization, 'settings/reports', () => import('./reports-page.tsx'), 'ReportsPage'),
  pageRoute(organization, 'settings/reports/$id', () => import('./report-page.tsx'), 'ReportPage'),
]
