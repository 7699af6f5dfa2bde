import { ListTree, Plus } from 'lucide-react'
import { useEffect, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { plural } from '../../../ui/format.ts'
import { useWindow } from '../../../ui/use-window.ts'
import { walk } from '../frame/marks.ts'
import { useWork } from '../frame/work.ts'
import { flatten, useBranches, useTree, type Node } from './branches.ts'
import { NewBranch, type Adding } from './new-branch.tsx'
import { TreeRow } from './tree-row.tsx'
import { useFolded } from './use-folded.ts'

const height = 36

export function Tree() {
  const { shown, slug, org, whole, people } = useWork()
  const { items, isLoading } = useBranches(slug)
  const top = useTree(items, shown)
  const [folded, fold] = useFolded(`${org} ${slug}`)
  const [adding, setAdding] = useState<Adding | null>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const rows = flatten(top, folded)
  const scroll = useRef<HTMLDivElement>(null)
  const { total, items: inSight, reveal } = useWindow({ count: rows.length, size: height, scroll })
  const latest = useRef({ rows, reveal })
  latest.current = { rows, reveal }
  const goTo = (node: Node | undefined, tries = 6) => {
    if (!node) return
    setCurrent(node.id)
    latest.current.reveal(latest.current.rows.findIndex(({ id }) => id === node.id))
    const element = scroll.current?.querySelector<HTMLElement>(`[data-node="${node.id}"]`)
    if (element) element.focus({ preventScroll: true })
    else if (tries > 0) requestAnimationFrame(() => goTo(node, tries - 1))
  }
  const goToRef = useRef(goTo)
  goToRef.current = goTo
  useEffect(() => {
    const at = (id: string | null) => latest.current.rows.findIndex((node) => node.id === id)
    walk.set({
      next(id, way) {
        const all = latest.current.rows
        const by = way === 'up' || way === 'left' ? -1 : 1
        for (let place = id === null ? 0 : at(id) + by; place >= 0 && place < all.length; place += by) {
          const node = all[place]
          if (node?.task) return node.id
        }
        return null
      },
      reveal: (id) => at(id) >= 0 && goToRef.current(latest.current.rows[at(id)]),
    })
    return () => walk.set(null)
  }, [])
  const key = (event: KeyboardEvent, node: Node) => {
    if (event.target !== event.currentTarget || event.altKey || event.metaKey || event.ctrlKey) return
    const at = rows.indexOf(node)
    const open = node.children.length > 0 && !folded.has(node.id)
    const steps: Record<string, () => void> = {
      ArrowDown: () => goTo(rows[at + 1]),
      ArrowUp: () => goTo(rows[at - 1]),
      ArrowRight: () => (open ? goTo(node.children[0]) : fold(node.id, false)),
      ArrowLeft: () => (open ? fold(node.id, true) : goTo(node.parent ?? undefined)),
      Home: () => goTo(rows[0]),
      End: () => goTo(rows.at(-1)),
      Enter: () => event.currentTarget.querySelector('a')?.click(),
      '+': () => people.writes && node.kind !== 'task' && setAdding({ parent: node, kind: node.kind === 'epic' ? 'story' : 'task' }),
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    step()
  }
  const epics = top.filter(({ kind }) => kind === 'epic').length
  const stop = rows.some(({ id }) => id === current) ? current : rows[0]?.id
  return (
    <div className="flex h-full flex-col">
      <div className="flex shrink-0 items-center gap-8 border-b border-line-soft px-16 py-6">
        <span className="text-muted">{plural(epics, 'epic')}</span>
        <span className="ml-auto" />
        {people.writes && (
          <Button onClick={() => setAdding({ parent: null, kind: 'epic' })}>
            <Plus aria-hidden />
            New epic
          </Button>
        )}
      </div>
      {adding && <NewBranch key={`${adding.kind} ${adding.parent?.id}`} adding={adding} onEnd={() => setAdding(null)} />}
      {rows.length === 0 && whole && !isLoading ? (
        <EmptyState icon={ListTree} title="No epics yet">
          Epics are goals, stories break them down, and tasks are the work. Start with an epic.
        </EmptyState>
      ) : (
        <div ref={scroll} className="scrollbar-quiet min-h-0 flex-1 overflow-y-auto">
          <div role="tree" aria-label="Epics, stories and tasks" className="relative h-offset" style={{ '--size': total } as CSSProperties}>
            {inSight.map(({ index, start }) => {
              const node = rows[index]
              if (!node) return null
              return (
                <TreeRow
                  key={node.id}
                  node={node}
                  at={start}
                  folded={folded.has(node.id)}
                  tabStop={node.id === stop}
                  onFold={(next) => fold(node.id, next)}
                  onKey={(event) => key(event, node)}
                  onFocus={() => setCurrent(node.id)}
                  onAdd={(kind) => setAdding({ parent: node, kind })}
                />
              )
            })}
          </div>
        </div>
      )}
    </div>
  )
}
