import {
  Activity,
  BookOpen,
  Brain,
  CircleDot,
  FileText,
  FolderKanban,
  Inbox,
  Layers,
  ListChecks,
  Plug,
  Scale,
  Search,
  Settings,
  Sparkles,
  Users,
  Workflow,
  type LucideIcon,
} from 'lucide-react'

export interface Place {
  to: string
  title: string
  icon: LucideIcon
  keys?: string
}

/** Where one can go in an organization; the sidebar, the phone's tabs, the palette and the shortcuts all read these. */
export const everywhere = (org: string): Place[] => [
  { to: `/${org}/inbox`, title: 'Inbox', icon: Inbox, keys: 'g i' },
  { to: `/${org}/my`, title: 'My work', icon: ListChecks, keys: 'g w' },
  { to: `/${org}/agents/live`, title: 'Agents live', icon: Activity, keys: 'g a' },
  { to: `/${org}/search`, title: 'Search', icon: Search, keys: 'g s' },
]

export const ofProject = (org: string, slug: string): Place[] => [
  { to: `/${org}/p/${slug}/board`, title: 'Board', icon: CircleDot, keys: 'g b' },
  { to: `/${org}/p/${slug}/features`, title: 'Features & gates', icon: Workflow, keys: 'g f' },
  { to: `/${org}/p/${slug}/specs`, title: 'Specs', icon: FileText, keys: 'g p' },
  { to: `/${org}/p/${slug}/decisions`, title: 'Decisions', icon: Scale, keys: 'g d' },
  { to: `/${org}/p/${slug}/notes`, title: 'Notes', icon: BookOpen, keys: 'g n' },
  { to: `/${org}/p/${slug}/memory`, title: 'Memory', icon: Brain, keys: 'g m' },
  { to: `/${org}/p/${slug}/sessions`, title: 'Sessions', icon: Layers, keys: 'g e' },
]

export const below = (org: string): Place[] => [
  { to: `/${org}/projects`, title: 'Projects', icon: FolderKanban, keys: 'g o' },
  { to: `/${org}/skills`, title: 'Skills', icon: Sparkles, keys: 'g k' },
  { to: `/${org}/team`, title: 'People', icon: Users, keys: 'g t' },
  { to: `/${org}/connect`, title: 'Connect an agent', icon: Plug, keys: 'g c' },
  { to: `/${org}/settings/profile`, title: 'Settings', icon: Settings, keys: 'g ,' },
]
