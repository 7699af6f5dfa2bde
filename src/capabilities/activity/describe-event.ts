import { eventLines } from './event-lines.ts'
import { nameOf, type Data } from './event-names.ts'

/** What somebody did, as a sentence without its subject: "completed WEB-12 Fix login". Every type has one, known or not. */
export function describeEvent(type: string, data: unknown): string {
  const known = typeof data === 'object' && data !== null ? (data as Data) : {}
  return eventLines[type]?.(known) ?? fromType(type, known)
}

/** `decision.proposed` reads as "proposed decision WEB-D3 …", `team.member_added` as "team Core: member added". */
function fromType(type: string, data: Data): string {
  const dot = type.indexOf('.')
  const kind = dot < 0 ? type : type.slice(0, dot)
  const verb = dot < 0 ? '' : type.slice(dot + 1).replace(/[._-]+/g, ' ')
  const noun = kind.replace(/[_-]+/g, ' ')
  const name = nameOf(data, kind)
  if (verb === '') return [noun, name].filter(Boolean).join(' ')
  if (verb.includes(' ')) return `${[noun, name].filter(Boolean).join(' ')}: ${verb}`
  return name ? `${verb} ${noun} ${name}` : `${verb} ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}
