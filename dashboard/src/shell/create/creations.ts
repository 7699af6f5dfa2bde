import { BookOpen, Brain, CircleDot, FileText, FolderKanban, Scale, Workflow, type LucideIcon } from 'lucide-react'
import { useCurrentProject } from '../current-project.ts'
import { openNewTask } from '../new-task.tsx'
import { openCreate, type Creatable } from './create.tsx'

export interface Creation {
  kind: Creatable | 'task'
  title: string
  icon: LucideIcon
  keys?: string
  /** Extra search terms. */
  words: string
  run(): void
}

const inProject: readonly { kind: Creatable; title: string; icon: LucideIcon; words: string }[] = [
  { kind: 'feature', title: 'Feature', icon: Workflow, words: 'gate epic initiative ship' },
  { kind: 'spec', title: 'Spec', icon: FileText, words: 'specification requirements prd document' },
  { kind: 'decision', title: 'Decision', icon: Scale, words: 'adr record choice' },
  { kind: 'note', title: 'Note', icon: BookOpen, words: 'page document wiki' },
  { kind: 'memory', title: 'Memory', icon: Brain, words: 'fact learning remember' },
]

/** What can be created here. Most of it needs a project. */
export function useCreations(): Creation[] {
  const slug = useCurrentProject()
  return [
    ...(slug
      ? [
          { kind: 'task' as const, title: 'Task', icon: CircleDot, keys: 'c', words: 'issue ticket todo bug', run: () => openNewTask() },
          ...inProject.map((one) => ({ ...one, run: () => openCreate(one.kind) })),
        ]
      : []),
    { kind: 'project', title: 'Project', icon: FolderKanban, words: 'board repository', run: () => openCreate('project') },
  ]
}
