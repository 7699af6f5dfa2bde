import { lazy, Suspense } from 'react'

const Rendered = lazy(() => import('./markdown-rendered.tsx'))

export interface MarkdownProps {
  text: string
  /** Handles that stand out where they are mentioned. */
  names?: readonly string[]
  /** Makes the boxes of checklists work: gets the text with one of them ticked or not. */
  onTick?: (text: string) => void
}

/** Text of people and agents as they meant it; it never runs and never loads anything from elsewhere. */
export function Markdown(props: MarkdownProps) {
  return (
    <Suspense fallback={<div className="whitespace-pre-wrap">{props.text}</div>}>
      <Rendered {...props} />
    </Suspense>
  )
}
