import { useParams } from '@tanstack/react-router'
import { Ellipsis, Eraser, History, Plus } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '../../../commands/registry.ts'
import { usePeople } from '../../../data/people.ts'
import { useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Page, Section } from '../../../ui/page.tsx'
import { useWide } from '../../../ui/use-wide.ts'
import { ClearDialog } from './clear-dialog.tsx'
import { ClearingsDialog } from './clearings-dialog.tsx'
import { MemoryFilters } from './memory-filters.tsx'
import { MemoryForm } from './memory-form.tsx'
import { MemoryList } from './memory-list.tsx'
import { isNamed, useMemorySearch } from './memory-search-state.ts'
import { ReviewStrip } from './review-strip.tsx'
import { SelectedMemory } from './selected-memory.tsx'
import { useContradictions } from './use-contradictions.ts'
import { useFound } from './use-found.ts'
import { lazily } from '../../../ui/lazily.tsx'

const MemoryMap = lazily('block', () => import('./memory-map.tsx'))

/** Memories of a project, of an agent, or everything the user can see. */
export function MemoryPage() {
  const { slug } = useParams({ strict: false })
  const [search, change] = useMemorySearch()
  const { writes } = usePeople()
  const wide = useWide('rail')
  const [dialog, setOpen] = useState<'new' | 'clear' | 'clearings' | null>(null)
  const { data: projects } = useRead('listProjects', {})
  const found = useFound(slug)
  const contradictions = useContradictions()
  const place = projects?.items.find((one) => one.slug === slug)?.name ?? search.agent
  useCommands([{ id: 'new memory', title: 'New memory', group: 'Memory', icon: Plus, writes: true, run: () => setOpen('new') }])
  // The map knows memories by their ids only.
  const open = found.rows.find((one) => isNamed(one, search.memory))?.id ?? search.memory
  const selected = open ? (
    <SelectedMemory id={open} hit={found.hits?.find(({ id }) => id === open)} others={found.rows} place={found.placeOf(open)} />
  ) : null
  const map =
    slug || search.agent ? (
      <MemoryMap
        {...(slug ? { project: slug } : { agent: search.agent ?? '' })}
        hits={found.hits ?? []}
        contradicted={new Set(contradictions.keys())}
        selected={open}
        onSelect={(memory) => change({ memory })}
      />
    ) : null
  return (
    <Page
      title="Memory"
      about={found.count === undefined ? undefined : `${found.count}${place ? ` in ${place}` : ''}`}
      width="wide"
      wideRail
      actions={
        writes && (
          <>
            <Button onClick={() => setOpen('new')}>
              <Plus />
              New memory
            </Button>
            <Menu
              trigger={
                <Button look="quiet" square aria-label="Memory options">
                  <Ellipsis />
                </Button>
              }
              items={[
                { title: 'Recent clearings', icon: History, run: () => setOpen('clearings') },
                ...(slug || search.agent
                  ? [null, { title: 'Clear all…', icon: Eraser, danger: true, run: () => setOpen('clear') } as const]
                  : []),
              ]}
            />
          </>
        )
      }
      rail={
        map || (wide && selected) ? (
          <>
            {map}
            {wide && (selected ?? (found.rows.length > 0 && <Hint />))}
          </>
        ) : undefined
      }
    >
      <div className="flex flex-col">
        <MemoryFilters found={found} inProject={slug !== undefined} />
        <ReviewStrip {...(slug && { project: slug })} />
        <MemoryList found={found} onNew={() => setOpen('new')} />
      </div>
      <Dialog open={!wide && selected !== null} onOpenChange={(next) => !next && change({ memory: undefined })} title="Memory" at="side">
        <div className="-m-16">{selected}</div>
      </Dialog>
      <Dialog
        open={dialog === 'new'}
        onOpenChange={(next) => !next && setOpen(null)}
        title="New memory"
        about="One fact, lesson or preference."
      >
        <MemoryForm {...(slug && { project: slug })} {...(search.agent && { agent: search.agent })} done={() => setOpen(null)} />
      </Dialog>
      <ClearDialog
        open={dialog === 'clear'}
        close={() => setOpen(null)}
        whose={slug ? { project: slug } : { agent: search.agent ?? '' }}
        place={place ?? ''}
      />
      <ClearingsDialog open={dialog === 'clearings'} close={() => setOpen(null)} />
    </Page>
  )
}

const Hint = () => (
  <Section title="Selected">
    <p className="text-muted">Select a memory to see its source, trust and history.</p>
  </Section>
)
