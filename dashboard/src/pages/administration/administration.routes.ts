import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from '../../app/page-route.ts'

/** For administrators of the instance: one chunk that nobody else loads, with its own routing. */
const load = () => import('./admin-pages.tsx')

export const administrationRoutes = (organization: AnyRoute): AnyRoute[] =>
  ['admin', 'admin/$'].map((path) => pageRoute(organization, path, load, 'AdminPages'))
