import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useCommands } from '../../../commands/registry.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/field.tsx'
import { plural } from '../../../ui/format.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { useMemorySearch, type Memory } from './memory-search-state.ts'
import type { Found } from './use-found.ts'

export function MemoryFilters({ found, inProject }: { found: Found; inProject: boolean }) {
  const [search, change] = useMemorySearch()
  const [text, setText] = useState(search.q ?? '')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const timer = setTimeout(() => text !== (search.q ?? '') && change({ q: text || undefined, memory: undefined }), 200)
    return () => clearTimeout(timer)
  }, [text])
  useCommands([
    { id: 'search memory', title: 'Search memory', group: 'Memory', icon: Search, keys: '/', run: () => input.current?.focus() },
  ])
  return (
    <div className="flex flex-col gap-8 px-16 pt-12 pb-8">
      <label className="flex h-target items-center gap-8 rounded-card border border-line-strong bg-control px-10 shadow-card focus-within:border-accent">
        <Search className="size-16 shrink-0 text-muted" aria-hidden />
        <input
          ref={input}
          type="text"
          role="searchbox"
          aria-label="Search memories"
          placeholder="Search memory in plain language"
          maxLength={1000}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && setText('')}
          className="h-full min-w-0 flex-1 bg-transparent outline-none"
        />
        {found.hits && !found.loading && <span className="shrink-0 text-helper text-muted">{plural(found.hits.length, 'hit')}</span>}
        {text && (
          <Button look="quiet" square aria-label="Clear search" onClick={() => setText('')}>
            <X />
          </Button>
        )}
      </label>
      <div className="flex flex-wrap items-center gap-8">
        {!inProject && (
          <Segmented
            label="Scope"
            value={search.scope ?? 'all'}
            options={[
              { value: 'all', title: 'All scopes' },
              { value: 'project', title: 'Project' },
              { value: 'agent', title: 'Agent' },
              { value: 'session', title: 'Session' },
            ]}
            onChange={(scope) => change({ scope: scope === 'all' ? undefined : scope })}
          />
        )}
        <span>
          <Select
            aria-label="Trust"
            value={search.trust ?? ''}
            onChange={(event) => change({ trust: (event.target.value || undefined) as Memory['trust'] | undefined })}
          >
            <option value="">Any trust</option>
            <option value="person">From a person</option>
            <option value="agent">From an agent</option>
            <option value="external">From outside</option>
          </Select>
        </span>
        {found.hits === null && (
          <span>
            <Select
              aria-label="State"
              value={search.state ?? (search.pinned ? 'pinned' : '')}
              onChange={({ target: { value } }) =>
                change({
                  state: value === 'superseded' || value === 'deleted' ? value : undefined,
                  pinned: value === 'pinned' ? true : undefined,
                })
              }
            >
              <option value="">Active</option>
              <option value="pinned">Pinned</option>
              <option value="superseded">Superseded</option>
              <option value="deleted">Deleted</option>
            </Select>
          </span>
        )}
        {search.agent && (
          <Button look="quiet" onClick={() => change({ agent: undefined, memory: undefined })}>
            of {search.agent}
            <X />
          </Button>
        )}
        {found.hits && !found.loading && (
          <span className="ml-auto text-helper text-muted">{found.note ?? (found.hybrid ? 'Text and similarity' : 'Text')}</span>
        )}
      </div>
    </div>
  )
}
