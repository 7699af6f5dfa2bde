import { parse as parseToml } from 'smol-toml'
import { UnreadableFile, isRecord, lineEnd, type Entry, type FileFormat } from './format.ts'

function parse(text: string): Record<string, unknown> {
  try {
    return parseToml(text)
  } catch (error) {
    throw new UnreadableFile((error as Error).message.split('\n')[0] ?? '')
  }
}

const block = ({ servers, name, value }: Entry, eol: string): string =>
  [`[${servers}.${name}]`, ...Object.entries(value).map(([key, one]) => `${key} = ${JSON.stringify(one)}`)].join(eol)

interface Extent {
  start: number
  end: number
}

/**
 * Where a table and its subtables are, each range from a header to its last key: comments after that belong to what follows. There are several
 * ranges if another table is in between.
 */
function extentsOf(text: string, servers: string, name: string): Extent[] {
  const key = (word: string): string => `\\s*["']?${word}["']?\\s*`
  const own = new RegExp(`^\\s*\\[${key(servers)}\\.${key(name)}(\\..*)?\\]`)
  const found: Extent[] = []
  let at = 0
  let within = false
  for (const line of text.split(/(?<=\n)/)) {
    if (/^\s*\[/.test(line)) {
      const before = within
      within = own.test(line)
      if (within && !before) found.push({ start: at, end: at })
    }
    const last = found.at(-1)
    if (within && last && !/^\s*(#.*)?$/.test(line)) last.end = at + line.trimEnd().length
    at += line.length
  }
  return found
}

export const toml: FileFormat = {
  parse,
  create: (entry) => `${block(entry, '\n')}\n`,
  put(text, entry) {
    const servers = parse(text)[entry.servers]
    const eol = lineEnd(text)
    const [extent, more] = extentsOf(text, entry.servers, entry.name)
    if (more) throw new UnreadableFile(`another table is in the middle of ${entry.servers}.${entry.name}`)
    if (extent) return { at: extent.start, removed: text.slice(extent.start, extent.end), inserted: block(entry, eol) }
    if (servers !== undefined && (!isRecord(servers) || entry.name in servers)) {
      throw new UnreadableFile(`${entry.servers} is not written as tables`)
    }
    return { at: text.length, removed: '', inserted: `${text.endsWith('\n') ? '' : eol}${eol}${block(entry, eol)}${eol}` }
  },
  remove(text, servers, name) {
    return extentsOf(text, servers, name).reduceRight(
      (rest, { start, end }) => rest.slice(0, start) + rest.slice(end).replace(/^\r?\n(\r?\n)?/, ''),
      text,
    )
  },
  list(text, servers) {
    const found = parse(text)[servers]
    return isRecord(found) ? Object.entries(found).flatMap(([name, value]) => (isRecord(value) ? [{ name, value }] : [])) : []
  },
}
