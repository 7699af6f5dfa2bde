import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from '../../app/page-route.ts'

export const workRoutes = (organization: AnyRoute): AnyRoute[] => [
  pageRoute(organization, 'p/$slug/board', () => import('./board-page.tsx'), 'BoardPage'),
  pageRoute(organization, 'p/$slug/list', () => import('./list-page.tsx'), 'ListPage'),
  pageRoute(organization, 'p/$slug/timeline', () => import('./timeline-page.tsx'), 'TimelinePage'),
  pageRoute(organization, 'p/$slug/tree', () => import('./tree-page.tsx'), 'TreePage'),
  pageRoute(organization, 'p/$slug/settings/labels', () => import('./settings/labels-page.tsx'), 'LabelsPage'),
  pageRoute(organization, 'p/$slug/settings/import', () => import('./settings/import-page.tsx'), 'ProjectImportPage'),
  pageRoute(organization, 'p/$slug/milestones', () => import('./milestones-page.tsx'), 'MilestonesPage'),
  pageRoute(organization, 'projects', () => import('./projects-page.tsx'), 'ProjectsPage'),
]
