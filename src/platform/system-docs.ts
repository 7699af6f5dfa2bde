import { existsSync, readFileSync, readdirSync } from 'node:fs'

/** A page of this release's own documentation. */
export interface SystemDoc {
  id: string
  title: string
  summary: string
  content: string
}

const folder = new URL('../../docs/', import.meta.url)
let docs: readonly SystemDoc[] | undefined

/** The repository's `docs/` as shipped with this release, read once because they don't change at run time. */
export function systemDocs(): readonly SystemDoc[] {
  docs ??= (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => read(name))
  return docs
}

function read(name: string): SystemDoc {
  const content = readFileSync(new URL(name, folder), 'utf8')
  const id = name.slice(0, -3).toLowerCase()
  const title = /^# (.+)$/m.exec(content)?.[1]?.trim() ?? id
  const text = content.replace(/^# .+$/m, '').replace(/```[\s\S]*?```/g, '')
  // The first paragraph of prose serves as the summary.
  const paragraph = text.split(/\n\s*\n/).find((part) => /^\s*[\p{L}`*[]/u.test(part) && !/^\s*\|/.test(part)) ?? ''
  const words = paragraph
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return { id, title: title.replace(/`/g, ''), summary: words.length > 240 ? `${words.slice(0, 239).trimEnd()}…` : words, content }
}
