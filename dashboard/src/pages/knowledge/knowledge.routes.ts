import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from '../../app/page-route.ts'

export const knowledgeRoutes = (organization: AnyRoute): AnyRoute[] => [
  pageRoute(organization, 'p/$slug/specs', () => import('./specs/specs-page.tsx'), 'SpecsPage'),
  pageRoute(organization, 'specs/$id', () => import('./specs/spec-page.tsx'), 'SpecPage'),
  pageRoute(organization, 'p/$slug/decisions', () => import('./decisions/decisions-page.tsx'), 'DecisionsPage'),
  pageRoute(organization, 'decisions/$id', () => import('./decisions/decision-page.tsx'), 'DecisionPage'),
  pageRoute(organization, 'p/$slug/notes', () => import('./notes/notes-page.tsx'), 'NotesPage'),
  pageRoute(organization, 'notes', () => import('./notes/notes-page.tsx'), 'NotesPage'),
  pageRoute(organization, 'notes/$id', () => import('./notes/note-page.tsx'), 'NotePage'),
]
