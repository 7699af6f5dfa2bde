import { Avatar } from '../../../../ui/marks/avatar.tsx'
import { dateTime, time } from '../../../../ui/format.ts'
import type { Item } from '../../../../data/tasks/items.ts'
import type { Line } from './entries.ts'

const today = (at: string) => new Date(at).toDateString() === new Date().toDateString()

export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={dateTime(at)} className="shrink-0 font-mono text-label whitespace-nowrap text-muted">
      {today(at) ? time(at) : dateTime(at)}
    </time>
  )
}

/** One sentence: who did what. */
export function ActivityLine({ item, line }: { item: Item; line: Line }) {
  const { actor, at, summary } = line
  const name = actor.agent_name ?? actor.user_name ?? (actor.door === 'worker' ? 'Baton' : 'Someone')
  // On its own page an item needs no name.
  const said = summary
    .replace(`${item.key} ${item.title}`, 'it')
    .replace(new RegExp(`\\b${item.key}\\b`), 'it')
    .replace(/\b(story|epic) it\b/, 'it')
  return (
    <li className="flex min-h-row items-center gap-10 py-2">
      <span className="flex w-24 justify-center">
        <Avatar name={name} kind={actor.agent_id ? 'agent' : 'person'} size="medium" decorative />
      </span>
      <p className="min-w-0 flex-1 break-words text-muted">
        <span className="font-medium text-fg">{name}</span> {said}
        {actor.door === 'mcp' && <span className="text-helper"> via MCP</span>}
      </p>
      <Moment at={at} />
    </li>
  )
}
