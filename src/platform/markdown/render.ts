import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'

interface Node {
  type: string
  tagName?: string
  value?: string
  properties?: Record<string, unknown>
  children?: Node[]
}

export interface Rendering {
  /** Written by users, not by the instance: its links are marked as not endorsed by the instance. */
  ofUsers?: boolean
  /** The pages of documents that link to each other by file name. Relative links to anything else lose their target. */
  documents?: Readonly<Record<string, string>>
}

/** Shows raw HTML as literal text, as the dashboard does. */
const rawAsText = () => (tree: Node) => {
  const text = (node: Node): Node => ({ type: 'text', value: node.value ?? '' })
  const paragraph = (node: Node): Node => ({ type: 'element', tagName: 'p', properties: {}, children: [text(node)] })
  tree.children = tree.children?.map((node) => (node.type === 'raw' ? paragraph(node) : node)) ?? []
  walk(tree, (node) => (node.type === 'raw' ? text(node) : node))
}

/** Only our own ids are set, after everything else has been removed. */
const schema = { ...defaultSchema, clobberPrefix: '', strip: ['script', 'style'] }

const renderer = (options: Rendering) =>
  unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkRehype, { allowDangerousHtml: true })
    .use(rawAsText)
    .use(rehypeSanitize, schema)
    .use(() => (tree: Node) => {
      evenHeadings(tree)
      walk(tree, (node) => arrange(node, options))
    })
    .use(rehypeStringify)

/**
 * Renders Markdown from people and agents as HTML for a page without scripts: nothing in it runs, and nothing is loaded from elsewhere. A text
 * of a few kilobytes can take minutes, so this belongs into a thread that can be given up.
 */
export const renderNow = (text: string, options: Rendering = {}): string => String(renderer(options).processSync(text))

function walk(node: Node, change: (node: Node) => Node): void {
  if (!node.children) return
  node.children = node.children.map((child) => {
    walk(child, change)
    return change(child)
  })
}

/** Puts headings below the page title without skipping levels, each with an id to link to. */
function evenHeadings(tree: Node): void {
  const above: number[] = []
  const ids = new Map<string, number>()
  for (const node of tree.children ?? []) {
    const level = Number(/^h([1-6])$/.exec(node.tagName ?? '')?.[1] ?? 0)
    if (level === 0) continue
    while ((above.at(-1) ?? 0) >= level) above.pop()
    above.push(level)
    node.tagName = `h${Math.min(above.length + 1, 4)}`
    const plain = wordsOf(node)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-')
    const times = ids.get(plain) ?? 0
    ids.set(plain, times + 1)
    if (plain) node.properties = { ...node.properties, id: times === 0 ? plain : `${plain}-${times}` }
  }
}

const wordsOf = (node: Node): string => (node.type === 'text' ? (node.value ?? '') : (node.children ?? []).map(wordsOf).join(''))

function arrange(node: Node, options: Rendering): Node {
  const { tagName, properties = {}, children = [] } = node
  if (tagName === 'a') return { ...node, properties: linkTo(properties, options) }
  // An image from another host would tell that host who reads this.
  if (tagName === 'img') return picture(properties, options)
  if (tagName === 'input') return { type: 'text', value: properties['checked'] ? '☑' : '☐' }
  // Content wider than the page scrolls, also by keyboard.
  if (tagName === 'pre') return { ...node, properties: { ...properties, tabIndex: 0 } }
  if (tagName === 'table')
    return { type: 'element', tagName: 'div', properties: { className: ['scroll'], tabIndex: 0 }, children: [{ ...node, children }] }
  return node
}

function linkTo(properties: Record<string, unknown>, { ofUsers, documents }: Rendering): Record<string, unknown> {
  const href = typeof properties['href'] === 'string' ? properties['href'] : ''
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(href))
    return { ...properties, rel: [...(ofUsers ? ['nofollow', 'ugc'] : []), 'noopener', 'noreferrer'] }
  if (!documents || href.startsWith('#')) return properties
  const { href: _, ...rest } = properties
  const place = pageOf(href, documents)
  return place === null ? rest : { ...rest, href: place }
}

/** Links between the documents lead to their pages; links to other files of the repository are dropped. */
function pageOf(href: string, documents: Readonly<Record<string, string>>): string | null {
  const [, name = '', anchor = ''] = /^(?:\.\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  if (Object.hasOwn(documents, name)) return `${documents[name]}${anchor}`
  return href.startsWith('/') ? href : null
}

function picture(properties: Record<string, unknown>, options: Rendering): Node {
  const src = typeof properties['src'] === 'string' ? properties['src'] : ''
  const alt = typeof properties['alt'] === 'string' ? properties['alt'] : ''
  if (/^\/files\/[\w.-]+$/.test(src)) return { type: 'element', tagName: 'img', properties: { src, alt, loading: 'lazy' }, children: [] }
  const words: Node = { type: 'text', value: alt || 'image' }
  return src ? { type: 'element', tagName: 'a', properties: linkTo({ href: src }, options), children: [words] } : words
}
