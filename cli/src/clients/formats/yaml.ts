import { isMap, isSeq, parseDocument, stringify, type YAMLMap, type YAMLSeq } from 'yaml'
import { UnreadableFile, isRecord, lineEnd, type Entry, type FileFormat } from './format.ts'

function read(text: string) {
  const document = parseDocument(text)
  const [first] = document.errors
  if (first) throw new UnreadableFile(first.message.split('\n')[0] ?? '')
  return document
}

const parse = (text: string): unknown => read(text).toJS()

/** One item of the list; its first line follows the dash. */
function block({ name, value }: Entry, indent: string, eol: string): string {
  const lines = stringify({ name, ...value }, { lineWidth: 0 })
    .trimEnd()
    .split('\n')
  return lines.map((line, at) => `${indent}${at === 0 ? '- ' : '  '}${line}`).join(eol)
}

/** From the dash to the end of the item's last non-blank line. */
function extentOf(text: string, item: YAMLMap): { start: number; end: number; indent: string } {
  const [from, to] = item.range ?? [0, 0]
  const start = text.lastIndexOf('\n', from - 1) + 1
  const indent = /^\s*/.exec(text.slice(start))?.[0] ?? ''
  const said = text.slice(0, to).trimEnd().length
  const stop = text.slice(said).search(/\r?\n/)
  return { start, end: stop < 0 ? text.length : said + stop, indent }
}

const itemsOf = (list: YAMLSeq): YAMLMap[] => list.items.filter((item): item is YAMLMap => isMap(item))

export const yaml: FileFormat = {
  parse,
  create: (entry, header) => `${stringify(header)}${entry.servers}:\n${block(entry, '  ', '\n')}\n`,
  put(text, entry) {
    const document = read(text)
    const eol = lineEnd(text)
    const list: unknown = document.get(entry.servers, true)
    const newLine = text.endsWith('\n') ? '' : eol
    const end = text.length
    if (list === undefined) return { at: end, removed: '', inserted: `${newLine}${entry.servers}:${eol}${block(entry, '  ', eol)}${eol}` }
    if (!isSeq(list) || list.flow) throw new UnreadableFile(`${entry.servers} is not a list with one line for each item`)
    const items = itemsOf(list)
    const own = items.find((item) => item.get('name') === entry.name)
    const last = own ?? items.at(-1)
    if (!last) throw new UnreadableFile(`${entry.servers} is an empty list`)
    const place = extentOf(text, last)
    const item = block(entry, place.indent, eol)
    if (own) return { at: place.start, removed: text.slice(place.start, place.end), inserted: item }
    return { at: place.end, removed: '', inserted: eol + item }
  },
  remove(text, servers, name) {
    const list: unknown = read(text).get(servers, true)
    const own = isSeq(list) ? itemsOf(list).find((item) => item.get('name') === name) : undefined
    if (!own) return text
    const { start, end } = extentOf(text, own)
    const without = text.slice(0, start) + text.slice(end).replace(/^\r?\n/, '')
    return isSeq(list) && list.items.length === 1 ? without.replace(new RegExp(`^${servers}:[^\\S\\n]*\\r?\\n`, 'm'), '') : without
  },
  list(text, servers) {
    const all = parse(text)
    const found = isRecord(all) ? all[servers] : undefined
    return Array.isArray(found) ? found.flatMap((value) => (isRecord(value) ? [{ name: String(value['name']), value }] : [])) : []
  },
}
