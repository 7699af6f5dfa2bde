import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import { lazily } from '../ui/lazily.tsx'

const TaskPeek = lazily('over', () => import('../pages/work/tasks/task-peek.tsx').then((module) => ({ default: module.TaskPeek })))

/** A project's views render their own peek, beside the focused task. */
const ownPeek = /\/p\/[^/]+\/(board|list|timeline|tree)$/

/** `?peek=BAT-12` on any page opens that task beside it. */
export function Peek() {
  const navigate = useNavigate()
  const { peek } = useSearch({ strict: false }) as { peek?: string }
  const path = useRouterState({ select: ({ location }) => location.pathname })
  if (!peek || ownPeek.test(path)) return null
  const close = () => void navigate({ to: '.', search: (({ peek: _, ...rest }: { peek?: string }) => rest) as never })
  return <TaskPeek taskKey={peek} onClose={close} />
}
