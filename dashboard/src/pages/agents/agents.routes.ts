import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from '../../app/page-route.ts'

export const agentRoutes = (organization: AnyRoute): AnyRoute[] => [
  pageRoute(organization, 'agents/live', () => import('./live/live-page.tsx'), 'LivePage'),
  pageRoute(organization, 'agents', () => import('./agent/agents-page.tsx'), 'AgentsPage'),
  pageRoute(organization, 'agents/$id', () => import('./agent/agent-page.tsx'), 'AgentPage'),
  pageRoute(organization, 'sessions', () => import('./sessions/sessions-page.tsx'), 'SessionsPage'),
  pageRoute(organization, 'p/$slug/sessions', () => import('./sessions/sessions-page.tsx'), 'SessionsPage'),
  pageRoute(organization, 'sessions/$id', () => import('./sessions/session-page.tsx'), 'SessionPage'),
  pageRoute(organization, 'skills', () => import('./skills/skills-page.tsx'), 'SkillsPage'),
  pageRoute(organization, 'skills/$id', () => import('./skills/skill-page.tsx'), 'SkillPage'),
]
