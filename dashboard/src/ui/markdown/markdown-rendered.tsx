import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import gfm from 'remark-gfm'
import { ListItem, TickBox, TickingContext } from './markdown-checklist.tsx'
import { useOrganization } from '../../data/organization.ts'
import { useReferences } from '../../data/references.ts'
import { addressOf } from '../address-of.ts'
import { markMentions } from './markdown-mentions.ts'
import { linkReferences } from './markdown-references.ts'
import { evenHeadings } from './markdown-outline.ts'
import type { MarkdownProps } from './markdown.tsx'

const heading = 'mt-16 mb-6 font-semibold first:mt-0'
const parts: Components = {
  h1: ({ children }) => <h2 className={`${heading} text-lead`}>{children}</h2>,
  h2: ({ children }) => <h3 className={`${heading} text-body`}>{children}</h3>,
  h3: ({ children }) => <h4 className={`${heading} text-body`}>{children}</h4>,
  p: ({ children }) => <p className="my-8 first:mt-0 last:mb-0">{children}</p>,
  ul: ({ children }) => <ul className="my-8 list-disc space-y-4 pl-20">{children}</ul>,
  ol: ({ children }) => <ol className="my-8 list-decimal space-y-4 pl-20">{children}</ol>,
  // Fragment links, such as to an attachment on this page, don't open a new tab.
  a: ({ children, href, title }) =>
    href && /^\/(?!\/|api\/)/.test(href) ? (
      <Link to={href} title={title} className="text-accent underline">
        {children}
      </Link>
    ) : (
      <a href={href} {...(!href?.startsWith('#') && { rel: 'noreferrer noopener', target: '_blank' })} className="text-accent underline">
        {children}
      </a>
    ),
  code: ({ children }) => <code className="rounded-code bg-sunken px-4 font-mono text-helper">{children}</code>,
  pre: ({ children }) => (
    <pre
      tabIndex={0}
      className="scrollbar-quiet my-8 overflow-x-auto rounded-card border border-line bg-sunken p-8 [&_code]:bg-transparent [&_code]:px-0"
    >
      {children}
    </pre>
  ),
  blockquote: ({ children }) => <blockquote className="my-8 border-l border-ring pl-12 text-muted">{children}</blockquote>,
  table: ({ children }) => (
    <div tabIndex={0} className="scrollbar-quiet my-8 overflow-x-auto">
      <table className="text-left [&_td]:border-t [&_td]:border-line-soft [&_td]:px-8 [&_td]:py-4 [&_th]:px-8 [&_th]:font-medium">
        {children}
      </table>
    </div>
  ),
  // Loading an image from another host would tell that host who is reading this.
  img: ({ alt, src }) => (
    <a href={typeof src === 'string' ? src : undefined} rel="noreferrer noopener" target="_blank" className="text-accent underline">
      {alt || 'image'}
    </a>
  ),
  li: ListItem,
  input: TickBox,
  mark: ({ children }) => <mark className="rounded-code bg-accent-soft px-2 font-medium text-accent">{children}</mark>,
}

export default function MarkdownRendered({ text, names, onTick, references: linked = true }: MarkdownProps) {
  const known = names?.join(' ') ?? ''
  const org = useOrganization()
  const references = useReferences(linked ? text : '')
  const marks = useMemo(() => {
    const target = (name: string) => {
      const one = references?.get(name)
      return one && { to: addressOf(org, one), title: one.title }
    }
    return [linkReferences(target), markMentions(new Set(known.split(' '))), evenHeadings]
  }, [known, org, references])
  return (
    <div className="min-w-0 break-words">
      <TickingContext.Provider value={{ text, onTick }}>
        <ReactMarkdown remarkPlugins={[gfm]} rehypePlugins={marks} components={parts}>
          {text}
        </ReactMarkdown>
      </TickingContext.Provider>
    </div>
  )
}
