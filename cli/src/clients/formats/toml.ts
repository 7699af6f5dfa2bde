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

/** Range of a table and its subtables, from the header to the last key: comments after that belong to what follows. */
function extentOf(text: string, servers: string, name: string): { start: number; end: number } | undefined {
  const key = (word: string): string => `\\s*["']?${word}["']?\\s*`
  const own = new RegExp(`^\\s*\\[${key(servers)}\\.${key(name)}(\\..*)?\\]`)
  let at = 0
  let start = -1
  let end = -1
  let within = false
  for (const line of text.split(/(?<=\n)/)) {
    if (/^\s*\[/.test(line)) within = own.test(line)
    if (within && start < 0) start = at
    if (within && !/^\s*(#.*)?$/.test(line)) end = at + line.trimEnd().length
    at += line.length
  }
  return start < 0 ? undefined : { start, end }
}

export const toml: FileFormat = {
  parse,
  create: (entry) => `${block(entry, '\n')}\n`,
  put(text, entry) {
    const servers = parse(text)[entry.servers]
    const eol = lineEnd(text)
    const extent = extentOf(text, entry.servers, entry.name)
    if (extent) return { at: extent.start, removed: text.slice(extent.start, extent.end), inserted: block(entry, eol) }
    if (servers !== undefined && (!isRecord(servers) || entry.name in servers)) {
      throw new UnreadableFile(`${entry.servers} is not written as tables`)
    }
    return { at: text.length, removed: '', inserted: `${text.endsWith('\n') ? '' : eol}${eol}${block(entry, eol)}${eol}` }
  },
  remove(text, servers, name) {
    const extent = extentOf(text, servers, name)
    return extent ? text.slice(0, extent.start) + text.slice(extent.end).replace(/^\r?\n(\r?\n)?/, '') : text
  },
  list(text, servers) {
    const found = parse(text)[servers]
    return isRecord(found) ? Object.entries(found).flatMap(([name, value]) => (isRecord(value) ? [{ name, value }] : [])) : []
  },
}
