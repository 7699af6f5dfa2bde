import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from '../../app/page-route.ts'

/** For administrators of the instance; all of it is one file that nobody else loads. */
export const administrationRoutes = (organization: AnyRoute): AnyRoute[] => [
  pageRoute(organization, 'admin', () => import('./users-page.tsx'), 'UsersPage'),
  pageRoute(organization, 'admin/users', () => import('./users-page.tsx'), 'UsersPage'),
  pageRoute(organization, 'admin/users/$id', () => import('./user-page.tsx'), 'UserPage'),
  pageRoute(organization, 'admin/teams', () => import('./teams-page.tsx'), 'TeamsPage'),
  pageRoute(organization, 'admin/teams/$id', () => import('./team-page.tsx'), 'AdminTeamPage'),
  pageRoute(organization, 'admin/settings', () => import('./settings-page.tsx'), 'SettingsPage'),
  pageRoute(organization, 'admin/notifications', () => import('./announcements-page.tsx'), 'AnnouncementsPage'),
  pageRoute(organization, 'admin/health', () => import('./health-page.tsx'), 'HealthPage'),
  pageRoute(organization, 'admin/plans', () => import('./plans-page.tsx'), 'PlansPage'),
]
