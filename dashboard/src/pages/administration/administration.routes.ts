import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from '../../app/page-route.ts'

/** For administrators of the instance: one file that nobody else loads, which knows its own pages. */
const load = () => import('./admin-pages.tsx')

export const administrationRoutes = (organization: AnyRoute): AnyRoute[] =>
  ['admin', 'admin/$'].map((path) => pageRoute(organization, path, load, 'AdminPages'))
