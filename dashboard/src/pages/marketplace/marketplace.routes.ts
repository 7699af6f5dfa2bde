import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from '../../app/page-route.ts'

export const marketplaceRoutes = (organization: AnyRoute): AnyRoute[] => [
  pageRoute(organization, 'marketplace', () => import('./marketplace-page.tsx'), 'MarketplacePage'),
  pageRoute(organization, 'marketplace/$slug', () => import('./listing-page.tsx'), 'ListingPage'),
  pageRoute(organization, 'skills/$id/update', () => import('./update-page.tsx'), 'UpdatePage'),
  pageRoute(organization, 'community', () => import('./community-page.tsx'), 'CommunityPage'),
  pageRoute(organization, 'community/$id', () => import('./thread-page.tsx'), 'ThreadPage'),
  pageRoute(organization, 'settings/marketplace', () => import('./admin/admin-marketplace-page.tsx'), 'AdminMarketplacePage'),
  pageRoute(organization, 'settings/community', () => import('./admin/moderation-page.tsx'), 'ModerationPage'),
  pageRoute(organization, 'settings/sponsors', () => import('./admin/sponsors-page.tsx'), 'SponsorsPage'),
  pageRoute(organization, 'settings/contact', () => import('./admin/contact-messages-page.tsx'), 'ContactMessagesPage'),
]

export const contactRoutes = (root: AnyRoute): AnyRoute[] => [
  pageRoute(root, '/p/contact', () => import('./contact-page.tsx'), 'ContactPage'),
]
