import { Flag, GanttChart, List, ListTree, SquareKanban } from 'lucide-react'

/** The views of a project, each at its own address. */
export function projectTabs(org: string, slug: string) {
  const place = `/${org}/p/${slug}`
  return [
    { to: `${place}/board`, title: 'Board', icon: SquareKanban },
    { to: `${place}/list`, title: 'List', icon: List },
    { to: `${place}/timeline`, title: 'Timeline', icon: GanttChart },
    { to: `${place}/tree`, title: 'Tree', icon: ListTree },
    { to: `${place}/milestones`, title: 'Milestones', icon: Flag },
  ]
}
