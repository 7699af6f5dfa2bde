import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from '../../app/page-route.ts'

/** What was published, for everybody who has its address. No handle has one letter, so no organization stands in the way. */
export const publicRoutes = (root: AnyRoute): AnyRoute[] => [
  pageRoute(root, '/p/notes/$publicSlug', () => import('./public-note-page.tsx'), 'PublicNotePage'),
]
