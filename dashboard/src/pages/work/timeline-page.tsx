import { ProjectFrame } from './frame/project-frame.tsx'
import { Timeline } from './timeline/timeline.tsx'

export function TimelinePage() {
  return (
    <ProjectFrame>
      <Timeline />
    </ProjectFrame>
  )
}
