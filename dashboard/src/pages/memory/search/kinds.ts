import type { Output } from '@baton/client'
import {
  BookOpen,
  Bot,
  Brain,
  CircleDot,
  FileText,
  FolderKanban,
  Milestone,
  Scale,
  Sparkles,
  SquareStack,
  Workflow,
  type LucideIcon,
} from 'lucide-react'

export type Kind = Output<'search'>['items'][number]['kind']

export const kinds: Record<Kind, { one: string; many: string; icon: LucideIcon }> = {
  task: { one: 'Task', many: 'Tasks', icon: CircleDot },
  story: { one: 'Story', many: 'Stories', icon: SquareStack },
  epic: { one: 'Epic', many: 'Epics', icon: Milestone },
  project: { one: 'Project', many: 'Projects', icon: FolderKanban },
  feature: { one: 'Feature', many: 'Features', icon: Workflow },
  spec: { one: 'Spec', many: 'Specs', icon: FileText },
  decision: { one: 'Decision', many: 'Decisions', icon: Scale },
  note: { one: 'Note', many: 'Notes', icon: BookOpen },
  memory: { one: 'Memory', many: 'Memory', icon: Brain },
  agent: { one: 'Agent', many: 'Agents', icon: Bot },
  skill: { one: 'Skill', many: 'Skills', icon: Sparkles },
}
