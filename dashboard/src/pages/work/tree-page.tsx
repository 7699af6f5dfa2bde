import { ProjectFrame } from './frame/project-frame.tsx'
import { Tree } from './tree/tree.tsx'

export function TreePage() {
  return (
    <ProjectFrame always>
      <Tree />
    </ProjectFrame>
  )
}
