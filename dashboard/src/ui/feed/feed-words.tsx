import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { addressOf } from '../address-of.ts'
import type { Change, Folded, Line } from './fold-lines.ts'

/** The actor's name. */
export const actorName = ({ actor }: Pick<Line, 'actor'>): string =>
  actor.agent_name ?? actor.user_name ?? (actor.door === 'worker' ? 'Baton' : 'Former member')

const quoted = (change: Change, value: string): string => (change.field === 'title' ? `“${value}”` : value)

/** "changed priority from None to High", with the verb that fits. */
function sayChange(change: Change): string {
  const { field, from, to } = change
  if (from !== null && to !== null) return `changed ${field} from ${quoted(change, from)} to ${quoted(change, to)}`
  if (to !== null) return field === 'label' || field === 'tag' ? `added ${field} ${to}` : `set ${field} to ${quoted(change, to)}`
  if (from !== null) return `removed ${field} ${quoted(change, from)}`
  return `edited the ${field}`
}

/** Repeats a verb only if it changes: "changed priority from None to High and status from Todo to In progress". */
function sayChanges(changes: readonly Change[]): string {
  const said = changes.map(sayChange)
  const short = said.map((text, at) => {
    const verb = text.split(' ')[0] ?? ''
    return at > 0 && said[at - 1]?.startsWith(`${verb} `) ? text.slice(verb.length + 1) : text
  })
  return short.length < 2 ? (short[0] ?? '') : `${short.slice(0, -1).join(', ')} and ${short.at(-1)}`
}

const times = (count: number): string => (count > 1 ? ` ${count}×` : '')
const door = ({ type, actor }: Line): string => (type.endsWith('.created') && actor.door === 'mcp' ? ' via MCP' : '')

/** The action, for the subject's own page: "created this task via MCP". */
export const sayHere = ({ line, count, changes }: Folded): string =>
  changes.length > 0 ? sayChanges(changes) : `${line.brief}${door(line)}${times(count)}`

/** The action, with a link to its subject. */
export function SaidAnywhere({ org, folded: { line, count, changes } }: { org: string; folded: Folded }): ReactNode {
  const { subject, summary } = line
  const name = [subject?.ref, subject?.title].filter(Boolean).join(' ') || subject?.title || ''
  const linked = subject && name && hasPage.has(subject.kind) && (
    <Link to={addressOf(org, subject)} className="text-fg underline decoration-line-strong underline-offset-2 hover:decoration-current">
      {name}
    </Link>
  )
  if (linked && changes.length > 0)
    return (
      <>
        {sayChanges(changes)} {changes.some(({ field }) => field === 'label') ? 'on' : 'in'} {linked}
      </>
    )
  const at = linked ? summary.indexOf(name) : -1
  if (at < 0) return `${summary}${door(line)}${times(count)}`
  return (
    <>
      {summary.slice(0, at)}
      {linked}
      {summary.slice(at + name.length)}
      {door(line)}
      {times(count)}
    </>
  )
}

const hasPage = new Set(['task', 'story', 'epic', 'feature', 'spec', 'decision', 'note', 'session', 'agent', 'skill'])
