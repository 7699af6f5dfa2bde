import { Suspense } from 'react'
import { lazily } from '../lazily.ts'

// Fetched beside the page that needs it: what is to be read usually arrives later, and is then shown as it should be at once.
const arriving = import('./markdown-rendered.tsx')
let arrived: Awaited<typeof arriving> | undefined
arriving.then(
  (module) => (arrived = module),
  () => {},
)
const Rendered = lazily(() => arriving.catch(() => import('./markdown-rendered.tsx')))

export interface MarkdownProps {
  text: string
  /** Handles that stand out where they are mentioned. */
  names?: readonly string[]
  /** Whether keys and [[names]] are links: not in what strangers wrote, who mean something else by them. */
  references?: boolean
  /** Makes the boxes of checklists work: gets the text with one of them ticked or not. */
  onTick?: (text: string) => void
}

/** Text of people and agents as they meant it; it never runs and never loads anything from elsewhere. */
export function Markdown(props: MarkdownProps) {
  if (arrived) return <arrived.default {...props} />
  return (
    <Suspense fallback={<div className="whitespace-pre-wrap">{props.text}</div>}>
      <Rendered {...props} />
    </Suspense>
  )
}
