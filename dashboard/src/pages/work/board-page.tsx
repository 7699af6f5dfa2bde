import { Board } from './board/board.tsx'
import { ProjectFrame } from './frame/project-frame.tsx'

export function BoardPage() {
  return (
    <ProjectFrame byColumn>
      <Board />
    </ProjectFrame>
  )
}
