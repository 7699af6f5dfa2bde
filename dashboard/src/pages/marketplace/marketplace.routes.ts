import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from '../../app/page-route.ts'

const pages = () => import('./pages.ts')

export const marketplaceRoutes = (organization: AnyRoute): AnyRoute[] => [
  pageRoute(organization, 'marketplace', pages, 'MarketplacePage'),
  pageRoute(organization, 'marketplace/$listing', pages, 'ListingPage'),
  pageRoute(organization, 'skills/$id/update', pages, 'UpdatePage'),
  pageRoute(organization, 'community', pages, 'CommunityPage'),
  pageRoute(organization, 'community/$id', pages, 'ThreadPage'),
]

export const contactRoutes = (root: AnyRoute): AnyRoute[] => [
  pageRoute(root, '/p/contact', () => import('./contact-page.tsx'), 'ContactPage'),
]
