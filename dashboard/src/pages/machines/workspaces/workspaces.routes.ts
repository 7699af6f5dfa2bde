import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from '../../../app/page-route.ts'

export const workspaceRoutes = (organization: AnyRoute): AnyRoute[] => [
  pageRoute(organization, 'workspaces', () => import('./workspaces-page.tsx'), 'WorkspacesPage'),
  pageRoute(organization, 'workspaces/$workspace', () => import('./workspace-page.tsx'), 'WorkspacePage'),
]
