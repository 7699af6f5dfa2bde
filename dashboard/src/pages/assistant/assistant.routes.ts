import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from '../../app/page-route.ts'

export const assistantRoutes = (organization: AnyRoute): AnyRoute[] => [
  pageRoute(organization, 'assistant', () => import('./assistant-page.tsx'), 'AssistantPage'),
  pageRoute(organization, 'assistant/$conversation', () => import('./assistant-page.tsx'), 'AssistantPage'),
  pageRoute(organization, 'repos/$repository/chat', () => import('./repository-chat-page.tsx'), 'RepositoryChatPage'),
  pageRoute(organization, 'repos/$repository/chat/$conversation', () => import('./repository-chat-page.tsx'), 'RepositoryChatPage'),
]
