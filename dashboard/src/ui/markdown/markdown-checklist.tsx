import { createContext, useContext, type ComponentProps } from 'react'
import type { ExtraProps } from 'react-markdown'

interface Ticking {
  text: string
  onTick: ((text: string) => void) | undefined
}

export const TickingContext = createContext<Ticking>({ text: '', onTick: undefined })
const PlaceContext = createContext<{ offset: number; words: string }>({ offset: -1, words: '' })

type Node = NonNullable<ExtraProps['node']>
type Child = Node['children'][number]

const wordsOf = (node: Child): string =>
  node.type === 'text' ? node.value : node.type === 'element' && node.tagName !== 'ul' ? node.children.map(wordsOf).join('') : ''
const isTicked = (node: Child): boolean =>
  node.type === 'element' &&
  (node.tagName === 'input' ? node.properties['checked'] === true : node.tagName === 'p' && node.children.some(isTicked))

export function ListItem({ node, className, children }: ComponentProps<'li'> & ExtraProps) {
  if (!className?.includes('task-list-item') || !node) return <li>{children}</li>
  const place = { offset: node.position?.start.offset ?? -1, words: node.children.map(wordsOf).join('').trim() }
  const ticked = node.children.some(isTicked)
  return (
    <li className={`relative -ml-20 list-none pl-24 ${ticked ? 'text-muted' : ''}`}>
      <PlaceContext.Provider value={place}>{children}</PlaceContext.Provider>
    </li>
  )
}

/** A checkbox of a checklist; if ticking is enabled, it toggles the mark at its position in the source. */
export function TickBox({ checked }: ComponentProps<'input'> & ExtraProps) {
  const { text, onTick } = useContext(TickingContext)
  const { offset, words } = useContext(PlaceContext)
  const tick = () => {
    const item = text.slice(offset)
    onTick?.(text.slice(0, offset) + item.replace(/\[([ xX])\]/, (_, mark: string) => (mark === ' ' ? '[x]' : '[ ]')))
  }
  return (
    <label className="absolute -top-8 -left-10 flex size-target items-center justify-center">
      <input
        type="checkbox"
        checked={checked ?? false}
        disabled={!onTick || offset < 0}
        onChange={tick}
        aria-label={words || (checked ? 'done' : 'open')}
        className="size-16 accent-accent"
      />
    </label>
  )
}
