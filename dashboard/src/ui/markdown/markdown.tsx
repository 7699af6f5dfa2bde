import { lazily } from '../lazily.tsx'

// Loaded in parallel with the page: the text usually arrives later, and can then be rendered without showing its source first.
const arriving = import('./markdown-rendered.tsx')
let arrived: Awaited<typeof arriving> | undefined
arriving.then(
  (module) => (arrived = module),
  () => {},
)
const Rendered = lazily(
  ({ text }: MarkdownProps) => <div className="whitespace-pre-wrap">{text}</div>,
  () => arriving.catch(() => import('./markdown-rendered.tsx')),
)

export interface MarkdownProps {
  text: string
  /** Handles whose mentions are highlighted. */
  names?: readonly string[]
  /** Whether keys and [[names]] become links. Turn it off for text by outsiders, who mean something else by them. */
  references?: boolean
  /** Makes checklists interactive: called with the text after a box was toggled. */
  onTick?: (text: string) => void
}

/** Renders Markdown by people and agents; it never runs code and never loads anything from other hosts. */
export function Markdown(props: MarkdownProps) {
  return arrived ? <arrived.default {...props} /> : <Rendered {...props} />
}
