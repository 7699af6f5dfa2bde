const maxLinkNames = 200
const link = /(?<!\\)\[\[([^[\]\n]{1,400})\]\]/g
const fence = /^[ \t>]*(`{3,}(?!`)|~{3,}(?!~))/

/**
 * The names in [[…]] outside of code, in the order of their first appearance; `[[name|label]]` names `name`. In a text with more than a page
 * of links, only the first ones count.
 */
export function linkNames(text: string): string[] {
  const names = new Map<string, string>()
  for (const part of withoutCode(text)) {
    for (const [, inside = ''] of part.matchAll(link)) {
      const name = (inside.split('|')[0] ?? '').trim()
      const key = nameKey(name)
      if (name === '' || name.length > 300 || names.has(key)) continue
      names.set(key, name)
      if (names.size === maxLinkNames) return [...names.values()]
    }
  }
  return [...names.values()]
}

/** The text without its code, in pieces. */
export const withoutCode = (text: string): string[] => withoutFences(text).map(withoutSpans)

/** The same for all spellings of one name. */
export const nameKey = (name: string): string => name.trim().toLowerCase()

/** The paragraphs between fenced blocks; a fence that is never closed extends to the end. */
function withoutFences(text: string): string[] {
  const paragraphs: string[] = []
  let lines: string[] = []
  let open: string | null = null
  const flush = () => {
    if (lines.length > 0) paragraphs.push(lines.join('\n'))
    lines = []
  }
  for (const line of text.split(/\r\n?|\n/)) {
    const [whole = '', mark = ''] = fence.exec(line) ?? []
    const rest = line.slice(whole.length)
    if (open !== null) {
      if (mark.startsWith(open) && rest.trim() === '') open = null
    } else if (mark !== '' && !(mark.startsWith('`') && rest.includes('`'))) {
      flush()
      open = mark
    } else if (line.trim() === '') flush()
    else lines.push(line)
  }
  flush()
  return paragraphs
}

/** Removes `code` spans: a run of backticks extends to the next run of the same length, and is literal if there is none. */
function withoutSpans(paragraph: string): string {
  const runs = [...paragraph.matchAll(/`+/g)].map((run) => ({ at: run.index, length: run[0].length, close: -1 }))
  const next = new Map<number, number>()
  for (let place = runs.length - 1; place >= 0; place--) {
    const run = runs[place] as (typeof runs)[number]
    run.close = next.get(run.length) ?? -1
    next.set(run.length, place)
  }
  const kept: string[] = []
  let from = 0
  for (let place = 0; place < runs.length; place++) {
    const { at, length, close } = runs[place] as (typeof runs)[number]
    if (close < 0) continue
    kept.push(paragraph.slice(from, at))
    from = (runs[close] as (typeof runs)[number]).at + length
    place = close
  }
  // A link never spans a line break, so joining with one keeps links from spanning removed code.
  return [...kept, paragraph.slice(from)].join('\n')
}
