import { Avatar } from '../../../../ui/marks/avatar.tsx'
import { actorName, sayHere } from '../../../../ui/feed/feed-words.tsx'
import type { Folded } from '../../../../ui/feed/fold-lines.ts'
import { dateTime, time } from '../../../../ui/format.ts'

const today = (at: string) => new Date(at).toDateString() === new Date().toDateString()

export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={dateTime(at)} className="shrink-0 font-mono text-label whitespace-nowrap text-muted">
      {today(at) ? time(at) : dateTime(at)}
    </time>
  )
}

/** One sentence: who did what. */
export function ActivityLine({ folded }: { folded: Folded }) {
  const { line } = folded
  const name = actorName(line)
  return (
    <li className="flex min-h-row items-center gap-10 py-2">
      <span className="flex w-24 justify-center">
        <Avatar name={name} kind={line.actor.agent_id ? 'agent' : 'person'} size="medium" decorative />
      </span>
      <p className="min-w-0 flex-1 break-words text-muted">
        <span className="font-medium text-fg">{name}</span> {sayHere(folded)}
      </p>
      <Moment at={line.at} />
    </li>
  )
}
