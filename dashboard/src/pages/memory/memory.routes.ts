import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from '../../app/page-route.ts'

export const memoryRoutes = (organization: AnyRoute): AnyRoute[] => [
  pageRoute(organization, 'memory', () => import('./memories/memory-page.tsx'), 'MemoryPage'),
  pageRoute(organization, 'p/$slug/memory', () => import('./memories/memory-page.tsx'), 'MemoryPage'),
  pageRoute(organization, 'search', () => import('./search/search-page.tsx'), 'SearchPage'),
]
