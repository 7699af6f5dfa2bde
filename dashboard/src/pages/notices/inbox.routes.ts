import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from '../../app/page-route.ts'

export const inboxRoutes = (organization: AnyRoute): AnyRoute[] => [
  pageRoute(organization, 'inbox', () => import('./inbox-page.tsx'), 'InboxPage'),
]
