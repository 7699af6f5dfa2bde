import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useList } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { More } from '../../ui/more.tsx'

interface ConversationListProps {
  /** Base address of conversations, without the id. */
  base: string
  /** Shows only conversations about this repository, or, if null, those about none. */
  repository: string | null
  current: string | undefined
}

/** One's own conversations, newest first. */
export function ConversationList({ base, repository, current }: ConversationListProps) {
  const list = useList('listAiSessions', { limit: 100 })
  const items = list.items.filter(({ repository_id, messages }) => repository_id === repository && messages > 0)
  return (
    <nav
      aria-label="Conversations"
      className="scrollbar-quiet flex shrink-0 flex-col gap-4 border-line p-8 max-wide:border-b wide:w-column wide:overflow-y-auto wide:border-r"
    >
      <Button asChild>
        <Link to={base}>
          <Plus aria-hidden /> New chat
        </Link>
      </Button>
      <ul className="flex flex-col max-wide:hidden">
        {items.map(({ id, title }) => (
          <li key={id}>
            <Link
              to={`${base}/${id}`}
              aria-current={id === current ? 'page' : undefined}
              className="touch block truncate rounded-control px-8 py-6 text-muted hover:bg-hover aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-fg"
            >
              {title || 'New chat'}
            </Link>
          </li>
        ))}
      </ul>
      <More list={list} />
    </nav>
  )
}
