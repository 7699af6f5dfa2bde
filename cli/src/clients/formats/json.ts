import {
  applyEdits,
  findNodeAtLocation,
  modify,
  parse as parseJson,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser'
import type { Splice } from '../splice.ts'
import { UnreadableFile, isRecord, lineEnd, type FileFormat } from './format.ts'

function parse(text: string): unknown {
  const errors: ParseError[] = []
  const value: unknown = parseJson(text, errors, { allowTrailingComma: true, disallowComments: false })
  const [first] = errors
  if (first) throw new UnreadableFile(`${printParseErrorCode(first.error)} at character ${first.offset}`)
  return value
}

/** One level of the file's own indentation. */
const unitOf = (text: string): string => /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '

/** The line's indentation, and whether nothing else precedes this offset on it. */
function lineAt(text: string, offset: number): { indent: string; first: boolean } {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  return { indent: /^[ \t]*/.exec(before)?.[0] ?? '', first: before.trim() === '' }
}

const oneLine = (value: unknown): string => JSON.stringify(value, null, 1).replace(/\n */g, ' ')
const lines = (text: string, value: unknown, indent: string): string =>
  JSON.stringify(value, null, unitOf(text)).replaceAll('\n', `${lineEnd(text)}${indent}`)

/** Inserts after the last child of an object or array, in that child's style; or as the first child. */
function insert(text: string, parent: Node, label: string, value: unknown): Splice {
  const last = parent.children?.at(-1)
  if (!last) {
    const at = parent.offset + 1
    const { indent } = lineAt(text, parent.offset)
    const inner = indent + unitOf(text)
    const closing = /^\s*\n/.test(text.slice(at)) ? '' : lineEnd(text) + indent
    return { at, removed: '', inserted: `${lineEnd(text)}${inner}${label}${lines(text, value, inner)}${closing}` }
  }
  const { indent, first } = lineAt(text, last.offset)
  const written = first ? `${lineEnd(text)}${indent}${label}${lines(text, value, indent)}` : ` ${label}${oneLine(value)}`
  return { at: last.offset + last.length, removed: '', inserted: `,${written}` }
}

function replace(text: string, node: Node, value: unknown): Splice {
  const { offset: at, length } = node
  return { at, removed: text.slice(at, at + length), inserted: lines(text, value, lineAt(text, at).indent) }
}

function treeOf(text: string): Node {
  parse(text)
  const tree = parseTree(text, [], { allowTrailingComma: true })
  if (tree?.type !== 'object') throw new UnreadableFile('it is not an object')
  return tree
}

/** JSON with comments. */
export const json: FileFormat = {
  parse,
  create: ({ servers, name, value }, header) => `${JSON.stringify({ ...header, [servers]: { [name]: value } }, null, 2)}\n`,
  put(text, { servers, name, value }) {
    const tree = treeOf(text)
    const all = findNodeAtLocation(tree, [servers])
    if (!all) return insert(text, tree, `${JSON.stringify(servers)}: `, { [name]: value })
    if (all.type !== 'object') throw new UnreadableFile(`${JSON.stringify(servers)} is not an object`)
    const own = findNodeAtLocation(all, [name])
    return own ? replace(text, own, value) : insert(text, all, `${JSON.stringify(name)}: `, value)
  },
  // Without formatting options, which would reformat the lines around it.
  remove: (text, servers, name) => applyEdits(text, modify(text, [servers, name], undefined, {})),
  list(text, servers) {
    const all = parse(text)
    const found = isRecord(all) ? all[servers] : undefined
    return isRecord(found) ? Object.entries(found).flatMap(([name, value]) => (isRecord(value) ? [{ name, value }] : [])) : []
  },
}

/** Adds a list item that is identified by its id; null if it is already there. */
export function addInput(text: string, key: string, value: { id: string } & Record<string, unknown>): Splice | null {
  const tree = treeOf(text)
  const list = findNodeAtLocation(tree, [key])
  if (!list) return insert(text, tree, `${JSON.stringify(key)}: `, [value])
  if (list.type !== 'array') throw new UnreadableFile(`${JSON.stringify(key)} is not a list`)
  const ids = (list.children ?? []).map((child) => findNodeAtLocation(child, ['id'])?.value as unknown)
  return ids.includes(value.id) ? null : insert(text, list, '', value)
}
