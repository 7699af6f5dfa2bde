import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from '../../../app/page-route.ts'

export const taskRoutes = (organization: AnyRoute): AnyRoute[] => [
  pageRoute(organization, 't/$key', () => import('./task-page.tsx'), 'TaskPage'),
  pageRoute(organization, 'my', () => import('./my/my-work-page.tsx'), 'MyWorkPage'),
]
