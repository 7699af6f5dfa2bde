import { useNavigate } from '@tanstack/react-router'
import { BookOpen, Bug, Building2, FolderKanban, ListTodo, LogOut, MessageCircle, Pause, Play, Square, UserRound } from 'lucide-react'
import type { Command } from '../commands/registry.ts'
import { useOrganization } from '../data/organization.ts'
import { usePermissions } from '../data/permissions.ts'
import { useOwn, useRead } from '../data/reads.ts'
import { reportIssue } from '../data/report-issue.ts'
import { canResume, canStop, pauseAgent, resumeAgent, stopAgent } from '../pages/agents/agent-actions.ts'
import { settingsPages } from '../pages/settings/settings-frame.tsx'
import { openCreate } from './create/create.tsx'
import { useCreations } from './create/creations.ts'
import { documentation, leave } from './sidebar/person-menu.tsx'

/** What people call things that have another name here. */
const synonyms: Readonly<Record<string, string>> = {
  done: 'complete',
  finish: 'complete',
  close: 'complete',
  resolve: 'complete',
  ship: 'features',
  release: 'features',
  kanban: 'board',
  gantt: 'timeline',
  roadmap: 'timeline',
  issue: 'task',
  ticket: 'task',
  bug: 'task',
  todo: 'task',
  epic: 'tree',
  member: 'people',
  team: 'people',
  user: 'people',
  invite: 'people',
  password: 'profile',
  avatar: 'profile',
  email: 'profile',
  '2fa': 'passkeys',
  mfa: 'passkeys',
  key: 'api keys',
  mcp: 'connect',
  token: 'mcp tokens',
  signout: 'log out',
  logout: 'log out',
  exit: 'log out',
  workspace: 'organization',
  account: 'organization',
  docs: 'documentation',
  manual: 'documentation',
  adr: 'decision',
  prd: 'spec',
  wiki: 'notes',
  cost: 'insights',
  spend: 'insights',
  budget: 'insights',
  report: 'insights',
  chart: 'insights',
  burndown: 'insights',
  pr: 'pull requests',
  merge: 'pull requests',
  chat: 'assistant',
  ask: 'assistant',
  abort: 'stop',
  kill: 'stop',
  cancel: 'stop',
  assignee: 'assign',
  owner: 'assign',
  deadline: 'due',
  dark: 'theme',
  light: 'theme',
}

/** Whether the command contains every typed word or a synonym of it. */
export function matches(typed: string, { title, words = '' }: Pick<Command, 'title' | 'words'>): boolean {
  const text = `${title} ${words}`.toLowerCase()
  const called = (word: string) =>
    Object.entries(synonyms).some(([said, here]) => (said === word || (word.length > 2 && said.startsWith(word))) && text.includes(here))
  return typed
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word) || called(word))
}

/** The palette's entries beyond the page's own commands: creating things, agents, other pages, settings and logging out. */
export function usePaletteCommands(typed: string): Command[] {
  const org = useOrganization()
  const navigate = useNavigate()
  const { writes } = usePermissions()
  const creations = useCreations()
  const { data: organizations } = useOwn('listOrganizations', {})
  const { data: projects } = useRead('listProjects', {})
  const { data: atWork } = useRead('listAgentsAtWork', {})
  const { data: members } = useRead('listMembers', { limit: 100 }, { enabled: typed !== '' })
  const go = (to: string) => () => void navigate({ to })
  const create: Command[] = (writes ? creations : []).map(({ kind, title, icon, words, run }) => ({
    id: `new ${kind}`,
    title: `New ${title.toLowerCase()}`,
    group: 'Create',
    icon,
    words: `create add ${words}`,
    run,
  }))
  const rest: Command[] = [
    {
      id: 'docs',
      title: 'Documentation',
      group: 'Help',
      icon: BookOpen,
      words: 'help',
      run: () => void open(documentation, '_blank', 'noopener'),
    },
    {
      id: 'started',
      title: 'Getting started',
      group: 'Help',
      icon: ListTodo,
      words: 'help onboarding sample',
      run: go(`/${org}/getting-started`),
    },
    {
      id: 'report',
      title: 'Report an issue',
      group: 'Help',
      icon: Bug,
      words: 'help issue',
      run: () => reportIssue(),
    },
    { id: 'log out', title: 'Log out', group: 'General', icon: LogOut, run: () => leave(navigate) },
  ]
  // Without a search term the rest would be a list of everything.
  if (typed === '') return [...create, ...rest]
  const agents = (atWork?.items ?? []).flatMap((one): Command[] => [
    ...(canStop(one)
      ? [
          {
            id: `stop ${one.id}`,
            title: `Stop ${one.name}`,
            group: 'Agents',
            icon: Square,
            words: 'agent',
            run: () => stopAgent(org, one),
          },
          {
            id: `pause ${one.id}`,
            title: `Pause ${one.name}`,
            group: 'Agents',
            icon: Pause,
            words: 'agent',
            run: () => pauseAgent(org, one),
          },
        ]
      : []),
    ...(canResume(one)
      ? [
          {
            id: `resume ${one.id}`,
            title: `Resume ${one.name}`,
            group: 'Agents',
            icon: Play,
            words: 'agent',
            run: () => resumeAgent(org, one),
          },
        ]
      : []),
    ...(writes && one.session?.status === 'running'
      ? [
          {
            id: `hint ${one.id}`,
            title: `Send hint to ${one.name}`,
            group: 'Agents',
            icon: MessageCircle,
            words: 'agent tell message',
            run: () => openCreate({ session: one.session?.id ?? '', name: one.name }),
          },
        ]
      : []),
  ])
  return [
    ...create,
    ...agents,
    ...(projects?.items ?? []).map((one) => ({
      id: `project ${one.id}`,
      title: `Switch to ${one.name}`,
      group: 'Projects',
      icon: FolderKanban,
      words: `project ${one.key} open`,
      run: go(`/${org}/p/${one.slug}/board`),
    })),
    ...(organizations?.items ?? [])
      .filter(({ handle }) => handle !== org)
      .map((one) => ({
        id: `organization ${one.handle}`,
        title: `Switch to ${one.name}`,
        group: 'Organizations',
        icon: Building2,
        words: 'organization',
        run: go(`/${one.handle}/inbox`),
      })),
    ...settingsPages.map(({ to, title, icon }) => ({
      id: `settings ${to}`,
      title,
      group: 'Settings',
      icon,
      words: 'settings preferences',
      run: go(`/${org}/settings/${to}`),
    })),
    ...(members?.items ?? []).map((one) => ({
      id: `person ${one.user_id}`,
      title: one.name,
      group: 'People',
      icon: UserRound,
      words: `${one.handle} person people`,
      run: () => void navigate({ to: `/${org}/team`, search: { person: one.handle } as never }),
    })),
    ...rest,
  ]
}
