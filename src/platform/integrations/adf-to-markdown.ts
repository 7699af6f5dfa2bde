/** A node of the Atlassian Document Format, in which Jira stores its texts. */
interface Node {
  type?: string
  text?: string
  content?: Node[]
  marks?: { type?: string; attrs?: Record<string, unknown> }[]
  attrs?: Record<string, unknown>
}

const attr = (node: Node, name: string): string => {
  const value = node.attrs?.[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Converts a Jira document to Markdown. Nodes without a Markdown equivalent keep their text. */
export function adfToMarkdown(document: unknown): string {
  if (typeof document === 'string') return document
  if (!document || typeof document !== 'object') return ''
  return blocks((document as Node).content ?? []).trim()
}

const blocks = (nodes: readonly Node[]): string => nodes.map(block).filter(Boolean).join('\n\n')

const indented = (text: string, first: string): string =>
  text
    .split('\n')
    .map((line, at) => (at === 0 ? first + line : line && ' '.repeat(first.length) + line))
    .join('\n')

const items = (nodes: readonly Node[], mark: (at: number) => string): string =>
  nodes.map((item, at) => indented((item.content ?? []).map(block).filter(Boolean).join('\n'), mark(at))).join('\n')

function block(node: Node): string {
  const inside = node.content ?? []
  switch (node.type) {
    case 'heading':
      return `${'#'.repeat(Math.min(Math.max(Number(attr(node, 'level')) || 1, 1), 6))} ${inline(inside)}`
    case 'bulletList':
      return items(inside, () => '- ')
    case 'orderedList':
      return items(inside, (at) => `${at + (Number(attr(node, 'order')) || 1)}. `)
    case 'taskList':
      return inside.map((item) => `- [${attr(item, 'state') === 'DONE' ? 'x' : ' '}] ${inline(item.content ?? [])}`).join('\n')
    case 'decisionList':
      return inside.map((item) => `- ${inline(item.content ?? [])}`).join('\n')
    case 'codeBlock':
      return `\`\`\`${attr(node, 'language')}\n${inside.map(({ text }) => text ?? '').join('')}\n\`\`\``
    case 'blockquote':
    case 'panel':
      return blocks(inside)
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n')
    case 'rule':
      return '---'
    case 'table':
      return table(inside)
    case 'mediaSingle':
    case 'mediaGroup':
    case 'media':
      return '*(an attachment of Jira)*'
    case 'expand':
    case 'nestedExpand':
      return [attr(node, 'title') && `**${attr(node, 'title')}**`, blocks(inside)].filter(Boolean).join('\n\n')
    case 'paragraph':
      return inline(inside)
    default:
      return inside.some(({ type }) => type === 'paragraph') ? blocks(inside) : inline([node])
  }
}

function table(rows: readonly Node[]): string {
  const cells = rows.map((row) =>
    (row.content ?? []).map((cell) =>
      blocks(cell.content ?? [])
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .join(' ')
        .replaceAll('|', '\\|'),
    ),
  )
  const [head, ...body] = cells
  if (!head) return ''
  return [head, head.map(() => '---'), ...body].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

const inline = (nodes: readonly Node[]): string => nodes.map(word).join('')

function word(node: Node): string {
  switch (node.type) {
    case 'text':
      return marked(node)
    case 'hardBreak':
      return '\n'
    case 'mention':
      // Without the @: names in Jira don't refer to anybody here.
      return attr(node, 'text').replace(/^@/, '')
    case 'emoji':
      return attr(node, 'text') || attr(node, 'shortName')
    case 'inlineCard':
    case 'blockCard':
      return attr(node, 'url')
    case 'status':
      return attr(node, 'text')
    case 'date': {
      const time = new Date(Number(attr(node, 'timestamp')))
      return Number.isNaN(time.getTime()) ? '' : time.toISOString().slice(0, 10)
    }
    default:
      return node.text ?? inline(node.content ?? [])
  }
}

function marked({ text = '', marks = [] }: Node): string {
  return marks.reduce((inside, mark) => {
    if (mark.type === 'strong') return `**${inside}**`
    if (mark.type === 'em') return `*${inside}*`
    if (mark.type === 'strike') return `~~${inside}~~`
    if (mark.type === 'code') return `\`${inside}\``
    const href = mark.attrs?.['href']
    return mark.type === 'link' && typeof href === 'string' ? `[${inside}](${href})` : inside
  }, text)
}
