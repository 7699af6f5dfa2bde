import type { ExtraProps } from 'react-markdown'

type Element = NonNullable<ExtraProps['node']>
type Child = Element['children'][number]
interface Tree {
  children: Child[]
}

const mention = /(?<![\w@/.-])@([a-z0-9](?:-?[a-z0-9])*)/gi

/** A rehype plugin that wraps mentions of known names in `<mark>`, outside code and links. */
export const markMentions = (names: ReadonlySet<string>) => () => (tree: Tree) => {
  const walk = (node: Tree) => {
    node.children = node.children.flatMap((child): Child[] => {
      if (child.type === 'text') return split(child.value)
      if (child.type === 'element' && child.tagName !== 'code' && child.tagName !== 'a') walk(child)
      return [child]
    })
  }
  const split = (text: string): Child[] => {
    const found: Child[] = []
    let end = 0
    for (const match of text.matchAll(mention)) {
      if (!names.has(match[1]?.toLowerCase() ?? '')) continue
      if (match.index > end) found.push({ type: 'text', value: text.slice(end, match.index) })
      found.push({ type: 'element', tagName: 'mark', properties: {}, children: [{ type: 'text', value: match[0] }] })
      end = match.index + match[0].length
    }
    return end === 0 ? [{ type: 'text', value: text }] : [...found, { type: 'text', value: text.slice(end) }]
  }
  walk(tree)
}
