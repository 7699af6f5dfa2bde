import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'

interface Node {
  type: string
  value?: string
  alt?: string | null
  position?: { start: { offset?: number }; end: { offset?: number } }
  children?: Node[]
}

interface Edit {
  start: number
  end: number
  text: string
}

/** What a written answer may be made of: nothing that leads anywhere or loads anything, in whatever program shows it. */
const allowed: ReadonlySet<string> = new Set([
  ...['root', 'paragraph', 'text', 'emphasis', 'strong', 'delete', 'break', 'inlineCode'],
  ...['heading', 'blockquote', 'list', 'listItem', 'code', 'thematicBreak', 'table', 'tableRow', 'tableCell'],
])
/** Taking one thing out can make another: the text is parsed again until nothing is found. */
const maxRounds = 6

const parser = unified().use(remarkParse).use(remarkGfm)

/**
 * Leaves of a Markdown text only what is on the list above. Links become their text, pictures their description, addresses and HTML are shown
 * as code. What remains is known to hold nothing else, because it has been parsed again. Null if that can't be reached.
 */
export function withoutAddressesNow(text: string): string | null {
  let current = text
  for (let round = 0; round < maxRounds; round++) {
    const found = forbiddenIn(parser.parse(current) as Node)
    if (found.length === 0) return current
    // A definition makes links of texts in brackets elsewhere, which are left alone once it is gone.
    const definitions = found.filter(({ type }) => type === 'definition')
    const edits = (definitions.length > 0 ? definitions : found).map((node) => editOf(node, current))
    if (edits.some((edit) => edit === null)) return null
    current = applied(current, edits as Edit[])
  }
  return null
}

/** The outermost ones. */
function forbiddenIn(node: Node): Node[] {
  if (!allowed.has(node.type)) return [node]
  return (node.children ?? []).flatMap(forbiddenIn)
}

function editOf(node: Node, text: string): Edit | null {
  const place = placeOf(node)
  if (!place) return null
  const source = text.slice(place.start, place.end)
  if (node.type === 'definition' || node.type === 'footnoteDefinition' || node.type === 'footnoteReference') return { ...place, text: '' }
  if (node.type === 'image' || node.type === 'imageReference') return { ...place, text: words(node.alt ?? '') }
  if (node.type === 'link' || node.type === 'linkReference') {
    if (!source.startsWith('[')) return { ...place, text: asCode(source.replace(/^<|>$/g, '')) }
    const [first, last] = [placeOf(node.children?.[0]), placeOf(node.children?.at(-1))]
    return { ...place, text: first && last ? text.slice(first.start, last.end) : '' }
  }
  return { ...place, text: source.split('\n').map(asCode).join('\n') }
}

function placeOf(node: Node | undefined): { start: number; end: number } | null {
  const [start, end] = [node?.position?.start.offset, node?.position?.end.offset]
  return start === undefined || end === undefined ? null : { start, end }
}

const words = (text: string): string => text.replaceAll(/[^\p{L}\p{N} .,;:?-]+/gu, ' ').trim()
const asCode = (text: string): string => (text.trim() === '' ? text : `\`${text.replaceAll('`', '').trim()}\``)

function applied(text: string, edits: readonly Edit[]): string {
  const parts: string[] = []
  let at = 0
  for (const { start, end, text: instead } of edits.toSorted((one, other) => one.start - other.start)) {
    parts.push(text.slice(at, start), instead)
    at = end
  }
  return [...parts, text.slice(at)].join('')
}
