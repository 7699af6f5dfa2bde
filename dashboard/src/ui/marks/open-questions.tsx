import { MessageCircleQuestion } from 'lucide-react'
import { plural } from '../format.ts'

/** How many questions of agents wait for a person here; nothing if none does. */
export const OpenQuestions = ({ count }: { count: number }) =>
  count > 0 ? (
    <span
      role="img"
      aria-label={plural(count, 'open question')}
      title={plural(count, 'open question')}
      className="inline-flex shrink-0 items-center gap-2 text-label font-medium text-accent"
    >
      <MessageCircleQuestion className="size-16" aria-hidden />
      {count}
    </span>
  ) : null
