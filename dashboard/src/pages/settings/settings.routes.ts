import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from '../../app/page-route.ts'

export const settingsRoutes = (organization: AnyRoute): AnyRoute[] => [
  pageRoute(organization, 'settings/profile', () => import('./profile-page.tsx'), 'ProfilePage'),
  pageRoute(organization, 'settings/passkeys', () => import('./passkeys-page.tsx'), 'PasskeysPage'),
  pageRoute(organization, 'settings/sessions', () => import('./login-sessions-page.tsx'), 'LoginSessionsPage'),
  pageRoute(organization, 'settings/accounts', () => import('./accounts-page.tsx'), 'AccountsPage'),
  pageRoute(organization, 'settings/tokens', () => import('./tokens-page.tsx'), 'TokensPage'),
  pageRoute(organization, 'settings/api-keys', () => import('./api-keys-page.tsx'), 'ApiKeysPage'),
  pageRoute(organization, 'settings/notifications', () => import('./notifications-page.tsx'), 'NotificationsPage'),
  pageRoute(organization, 'settings/preferences', () => import('./appearance-page.tsx'), 'AppearancePage'),
  pageRoute(organization, 'settings/organization', () => import('./organization-page.tsx'), 'OrganizationPage'),
  pageRoute(organization, 'settings/webhooks', () => import('./webhooks-page.tsx'), 'WebhooksPage'),
  pageRoute(organization, 'settings/webhooks/$id', () => import('./webhook-page.tsx'), 'WebhookPage'),
  pageRoute(organization, 'settings/sync', () => import('./sync-page.tsx'), 'SyncPage'),
  pageRoute(organization, 'team', () => import('./people-page.tsx'), 'PeoplePage'),
  pageRoute(organization, 'teams/$id', () => import('../teams/team-page.tsx'), 'TeamPage'),
]
