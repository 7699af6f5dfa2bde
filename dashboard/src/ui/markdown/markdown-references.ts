import type { ExtraProps } from 'react-markdown'

type Element = NonNullable<ExtraProps['node']>
type Child = Element['children'][number]
interface Tree {
  children: Child[]
}

const reference = /\[\[([^[\]\n]{1,300})\]\]|(?<![\w/-])[A-Z][A-Z0-9]{1,9}-[SDF]?[1-9]\d{0,8}(?![\w-])/g

/** A piece of text: plain, or a reference with its URL. */
type Piece = { text: string; to?: string; title?: string }

interface Target {
  to: string
  title: string
}

/** Splits a text at its resolved references; unresolved ones stay as written. */
export function splitReferences(text: string, known: (name: string) => Target | undefined): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(reference)) {
    const [name = '', label] = (match[1] ?? match[0]).split('|').map((part) => part.trim())
    const target = known(name.toLowerCase())
    if (!target) continue
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) })
    pieces.push({ text: label || name, ...target })
    end = match.index + match[0].length
  }
  return end === 0 ? [{ text }] : end < text.length ? [...pieces, { text: text.slice(end) }] : pieces
}

/** A rehype plugin that turns [[names]] and keys into links, outside code and links. */
export const linkReferences = (known: (name: string) => Target | undefined) => () => (tree: Tree) => {
  const walk = (node: Tree) => {
    node.children = node.children.flatMap((child): Child[] => {
      if (child.type === 'text') return splitReferences(child.value, known).map(toNode)
      if (child.type === 'element' && child.tagName !== 'code' && child.tagName !== 'a') walk(child)
      return [child]
    })
  }
  walk(tree)
}

const toNode = ({ text, to, title }: Piece): Child =>
  to === undefined
    ? { type: 'text', value: text }
    : { type: 'element', tagName: 'a', properties: { href: to, title: title ?? '' }, children: [{ type: 'text', value: text }] }
