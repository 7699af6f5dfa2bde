import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from '../../app/page-route.ts'

export const featureRoutes = (organization: AnyRoute): AnyRoute[] => [
  pageRoute(organization, 'p/$slug/features', () => import('./features-page.tsx'), 'FeaturesPage'),
  pageRoute(organization, 'features/$id', () => import('./feature-page.tsx'), 'FeaturePage'),
  pageRoute(organization, 'workflows', () => import('./workflows/workflows-page.tsx'), 'WorkflowsPage'),
  pageRoute(organization, 'workflows/new', () => import('./workflows/new-workflow-page.tsx'), 'NewWorkflowPage'),
  pageRoute(organization, 'workflows/$workflow', () => import('./workflows/workflow-page.tsx'), 'WorkflowPage'),
]
