import type { Context } from '../../../kernel/context.ts'
import type { FullNote, NoteRow, NoteSummary } from './notes.queries.ts'

/** An agent reads a long text piece by piece, and needs no copy of what it has just written. */
const piece = { read: 12_000, write: 1000 }

export function showNote(ctx: Context, note: NoteRow | FullNote, purpose: keyof typeof piece, offset = 0) {
  const { content } = note
  const max = ctx.call.brief ? piece[purpose] : Infinity
  const start = wholeCharacter(content, Math.min(offset, content.length))
  const end = wholeCharacter(content, Math.min(start + max, content.length))
  const shown = content.slice(start, end)
  return { ...summaryOf(note), content: shown, content_length: content.length, next_offset: end < content.length ? end : null }
}

/** Never cuts between the halves of a surrogate pair. */
const wholeCharacter = (text: string, place: number): number => (/[\uDC00-\uDFFF]/.test(text.charAt(place)) ? place - 1 : place)

export function summaryOf(note: NoteRow | FullNote): NoteSummary {
  const { content: _, ...rest } = note
  if (!('project_archived_at' in rest)) return rest
  const { project_archived_at: __, ...summary } = rest
  return summary
}
