import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from '../../app/page-route.ts'

const list = () => import('./site/entries-page.tsx')
const one = () => import('./site/entry-page.tsx')

/** What this instance publishes, for its administrators. */
export const siteRoutes = (organization: AnyRoute): AnyRoute[] => [
  pageRoute(organization, 'settings/posts', list, 'PostsPage'),
  pageRoute(organization, 'settings/posts/$id', one, 'PostPage'),
  pageRoute(organization, 'settings/pages', list, 'PagesPage'),
  pageRoute(organization, 'settings/pages/$id', one, 'PagePage'),
  pageRoute(organization, 'settings/categories', () => import('./site/categories-page.tsx'), 'CategoriesPage'),
]
