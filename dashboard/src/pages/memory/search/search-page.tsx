import type { Output } from '@baton/client'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Search, SearchX, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useCommands } from '../../../commands/registry.ts'
import { useList, useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, Select } from '../../../ui/field.tsx'
import { More } from '../../../ui/more.tsx'
import { Page } from '../../../ui/page.tsx'
import { FailedState } from '../../../ui/failed-state.tsx'
import { EmptyState, Skeleton } from '../../../ui/states.tsx'
import { Facets } from './facets.tsx'
import { HitRow } from './hit-row.tsx'
import type { Kind } from './kinds.ts'
import { Suggestions } from './suggestions.tsx'

interface Asked {
  q?: string
  kind?: Kind
  project?: string
  archived?: true
}

/** Searches everything the user can see, by words and meaning. */
export function SearchPage() {
  const asked = useSearch({ strict: false }) as Asked
  const navigate = useNavigate()
  const { data: projects } = useRead('listProjects', {})
  const [text, setText] = useState(asked.q ?? '')
  const input = useRef<HTMLInputElement>(null)
  const change = (next: { [K in keyof Asked]?: Asked[K] | undefined }) => {
    const kept = Object.entries({ ...asked, ...next }).filter(([, value]) => value !== undefined && value !== '')
    void navigate({ to: '.', search: Object.fromEntries(kept) as never, replace: true })
  }
  const written = useRef(asked.q ?? '')
  useEffect(() => {
    const timer = setTimeout(() => {
      if (text.trim() === (asked.q ?? '')) return
      written.current = text.trim()
      change({ q: text.trim() || undefined })
    }, 200)
    return () => clearTimeout(timer)
  }, [text])
  // A link or the back button changes the URL from outside: update the field.
  useEffect(() => {
    const q = asked.q ?? ''
    if (q === written.current) return
    written.current = q
    setText(q)
  }, [asked.q])
  useCommands([
    { id: 'search here', title: 'Search everything', group: 'Search', icon: Search, keys: '/', run: () => input.current?.focus() },
  ])
  const q = asked.q ?? ''
  const where = { ...(asked.project && { project: asked.project }), ...(asked.archived && { archived: true }) }
  // What comes less close is only listed when it is asked for.
  const [wide, setWide] = useState<string>()
  const isWide = wide === q
  const list = useList(
    'search',
    { q, ...where, ...(asked.kind && { kinds: [asked.kind] }), ...(isWide && { limit: 20 }) },
    { enabled: q !== '' },
  )
  // The counts cover all kinds, whichever is shown.
  const every = useRead('search', { q, ...where, limit: 1 }, { enabled: q !== '' })
  const first = list.data?.pages[0] as Output<'search'> | undefined
  return (
    <Page title="Search" width="reading" own>
      <div className="flex flex-col gap-12">
        <label className="flex h-target items-center gap-8 rounded-card border border-line-strong bg-control px-10 shadow-card focus-within:border-accent">
          <Search className="size-16 shrink-0 text-muted" aria-hidden />
          <input
            ref={input}
            autoFocus
            type="text"
            role="searchbox"
            aria-label="Search everything"
            placeholder="Tasks, specs, decisions, notes, memory, agents …"
            maxLength={2000}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setText('')
              if (event.key === 'ArrowDown') document.querySelector<HTMLElement>('[data-result]')?.focus()
            }}
            className="h-full min-w-0 flex-1 bg-transparent outline-none"
          />
          {text && (
            <Button look="quiet" square aria-label="Clear search" onClick={() => setText('')}>
              <X />
            </Button>
          )}
        </label>
        <div className="flex flex-wrap items-center gap-8">
          {q && <Facets facets={every.data?.facets ?? []} chosen={asked.kind} onChoose={(kind) => change({ kind })} />}
          <span className="flex flex-wrap items-center gap-12 wide:ml-auto">
            <label className="touch flex items-center gap-6 text-helper text-muted">
              <Checkbox
                checked={asked.archived ?? false}
                onChange={(event) => change({ archived: event.target.checked ? true : undefined })}
              />
              Include archived
            </label>
            <span>
              <Select
                aria-label="Project"
                value={asked.project ?? ''}
                onChange={(event) => change({ project: event.target.value || undefined })}
              >
                <option value="">All projects</option>
                {projects?.items.map((one) => (
                  <option key={one.slug} value={one.slug}>
                    {one.name}
                  </option>
                ))}
              </Select>
            </span>
          </span>
        </div>
        {first?.note && (first.found !== 'nothing' || first.mode === 'text') && (
          <p role="status" className="rounded-control bg-warn-soft px-10 py-6 text-helper text-warn">
            {first.note}
          </p>
        )}
        {q === '' ? (
          <Suggestions {...(asked.project && { project: asked.project })} />
        ) : list.data === undefined ? (
          list.error ? (
            <FailedState error={list.error} retry={() => void list.refetch()} />
          ) : (
            <Skeleton />
          )
        ) : list.items.length === 0 ? (
          <EmptyState icon={SearchX} title={`Nothing matches “${q}”`}>
            Try other words{asked.kind || asked.project ? ', or without the filters' : ''}. Only items you can access are searched.
          </EmptyState>
        ) : (
          <>
            <ol className="flex flex-col" onKeyDown={walk}>
              {list.items.map((hit) => (
                <HitRow key={`${hit.kind} ${hit.id}`} hit={hit} />
              ))}
            </ol>
            <More list={list} />
            {first && first.left_out > 0 && !list.hasNextPage && (
              <p className="text-center">
                <Button look="quiet" onClick={() => setWide(q)}>
                  Show less similar results
                </Button>
              </p>
            )}
          </>
        )}
      </div>
    </Page>
  )
}

/** Arrow keys move between results, as in a list. */
function walk(event: React.KeyboardEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const all = [...document.querySelectorAll<HTMLElement>('[data-result]')]
  const at = all.indexOf(document.activeElement as HTMLElement)
  const next = all[at + (event.key === 'ArrowDown' ? 1 : -1)]
  event.preventDefault()
  next?.focus()
}
