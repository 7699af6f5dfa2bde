import { ProjectFrame } from './frame/project-frame.tsx'
import { List } from './list/list.tsx'

export function ListPage() {
  return (
    <ProjectFrame>
      <List />
    </ProjectFrame>
  )
}
