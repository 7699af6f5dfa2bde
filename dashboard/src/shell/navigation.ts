import {
  Activity,
  BookOpen,
  Boxes,
  Brain,
  ChartLine,
  CircleDot,
  FileText,
  FolderGit2,
  FolderKanban,
  GitPullRequest,
  History,
  Inbox,
  Layers,
  ListChecks,
  MessagesSquare,
  Plug,
  Scale,
  Search,
  Server,
  Settings,
  Sparkles,
  Users,
  Workflow,
  type LucideIcon,
} from 'lucide-react'

export interface NavItem {
  to: string
  title: string
  icon: LucideIcon
  keys?: string
}

/** The navigation of an organization, shared by the sidebar, the phone's tabs, the palette and the shortcuts. */
export const everywhere = (org: string): NavItem[] => [
  { to: `/${org}/inbox`, title: 'Inbox', icon: Inbox, keys: 'g i' },
  { to: `/${org}/my`, title: 'My work', icon: ListChecks, keys: 'g w' },
  { to: `/${org}/agents/live`, title: 'Agents live', icon: Activity, keys: 'g a' },
  { to: `/${org}/pulls`, title: 'Pull requests', icon: GitPullRequest, keys: 'g u' },
  { to: `/${org}/search`, title: 'Search', icon: Search, keys: 'g s' },
  { to: `/${org}/assistant`, title: 'Assistant', icon: MessagesSquare, keys: 'g h' },
]

export const ofProject = (org: string, slug: string): NavItem[] => [
  { to: `/${org}/p/${slug}/board`, title: 'Board', icon: CircleDot, keys: 'g b' },
  { to: `/${org}/p/${slug}/features`, title: 'Features', icon: Workflow, keys: 'g f' },
  { to: `/${org}/p/${slug}/specs`, title: 'Specs', icon: FileText, keys: 'g p' },
  { to: `/${org}/p/${slug}/decisions`, title: 'Decisions', icon: Scale, keys: 'g d' },
  { to: `/${org}/p/${slug}/notes`, title: 'Notes', icon: BookOpen, keys: 'g n' },
  { to: `/${org}/p/${slug}/memory`, title: 'Memory', icon: Brain, keys: 'g m' },
  { to: `/${org}/p/${slug}/sessions`, title: 'Sessions', icon: Layers, keys: 'g e' },
  { to: `/${org}/p/${slug}/repos`, title: 'Repositories', icon: FolderGit2, keys: 'g r' },
  { to: `/${org}/p/${slug}/insights`, title: 'Insights', icon: ChartLine, keys: 'g l' },
  { to: `/${org}/p/${slug}/activity`, title: 'Activity', icon: History, keys: 'g v' },
]

export const below = (org: string): NavItem[] => [
  { to: `/${org}/activity`, title: 'All activity', icon: History, keys: 'g j' },
  { to: `/${org}/projects`, title: 'Projects', icon: FolderKanban, keys: 'g o' },
  { to: `/${org}/workspaces`, title: 'Workspaces', icon: Boxes, keys: 'g y' },
  { to: `/${org}/machines`, title: 'Machines', icon: Server, keys: 'g x' },
  { to: `/${org}/skills`, title: 'Skills', icon: Sparkles, keys: 'g k' },
  { to: `/${org}/team`, title: 'People', icon: Users, keys: 'g t' },
  { to: `/${org}/connect`, title: 'Connect an agent', icon: Plug, keys: 'g c' },
  { to: `/${org}/settings/profile`, title: 'Settings', icon: Settings, keys: 'g ,' },
]
