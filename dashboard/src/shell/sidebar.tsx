import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown, FolderKanban, PanelLeft, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useOrganization } from '../data/organization.ts'
import { useRead } from '../data/reads.ts'
import { useStore } from '../data/store.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Keys } from '../ui/keys.tsx'
import { Menu } from '../ui/menu.tsx'
import { AgentsAtWork } from './agents-at-work.tsx'
import { useCurrentProject } from './current-project.ts'
import { below, everywhere, ofProject } from './navigation.ts'
import { OrganizationSwitch } from './organization-switch.tsx'
import { openPalette } from './palette.tsx'
import { useNeeds } from './needs.ts'
import { Entry } from './sidebar/entry.tsx'
import { sidebarFolded } from './sidebar/folded.ts'
import { lazily } from '../ui/lazily.tsx'

const parts = () => import('./sidebar/parts.ts')
const NewMenu = lazily('extra', () => parts().then((module) => ({ default: module.NewMenu })))
const Projects = lazily('extra', () => parts().then((module) => ({ default: module.Projects })))
const StepsLeft = lazily('extra', () => parts().then((module) => ({ default: module.StepsLeft })))
const PersonMenu = lazily('extra', () => parts().then((module) => ({ default: module.PersonMenu })))

/** Delays the menus, so that the page does not wait for them to render. */
function useLate(): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 300)
    return () => clearTimeout(timer)
  }, [])
  return late
}

function ProjectSwitch({ org, slug }: { org: string; slug: string }) {
  const navigate = useNavigate()
  const { data } = useRead('listProjects', {})
  const name = data?.items.find((one) => one.slug === slug)?.name ?? slug
  return (
    <h2>
      <Menu
        trigger={
          <button
            type="button"
            className="touch flex h-row w-full items-center gap-4 rounded-control px-8 text-left text-helper font-medium text-faint hover:bg-hover"
          >
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <ChevronsUpDown className="size-12 shrink-0" aria-label="Switch project" />
          </button>
        }
        items={[
          ...(data?.items ?? []).map((one) => ({
            title: one.name,
            icon: FolderKanban,
            run: () => void navigate({ to: `/${org}/p/${one.slug}/board` }),
          })),
          null,
          { title: 'All projects', run: () => void navigate({ to: `/${org}/projects` }) },
        ]}
      />
    </h2>
  )
}

/** The main navigation. `sheet`: opened over the page on a phone, where folding makes no sense. */
export function Sidebar({ className, sheet }: { className?: string; sheet?: boolean }) {
  const org = useOrganization()
  const slug = useCurrentProject()
  const needs = useNeeds()
  const folded = useStore(sidebarFolded) && !sheet
  const late = useLate()
  const counts: Record<string, number> = { Inbox: needs.inbox, 'Agents live': needs.agents, Features: needs.gates }
  const entries = (places: ReturnType<typeof everywhere>) =>
    places.map((place) => <Entry key={place.to} place={place} count={counts[place.title]} folded={folded} />)
  const fold = (
    <Button
      look="quiet"
      square
      aria-label={folded ? 'Show sidebar' : 'Hide sidebar'}
      aria-expanded={!folded}
      onClick={() => sidebarFolded.set(!folded)}
    >
      <PanelLeft />
    </Button>
  )
  return (
    <nav
      aria-label="Main"
      className={classes('flex h-full shrink-0 flex-col gap-12 p-8', folded ? 'w-48 items-stretch px-6' : 'w-sidebar', className)}
    >
      {folded ? (
        fold
      ) : (
        <div className="flex items-center gap-4">
          <div className="flex min-w-0 flex-1 flex-col">
            <OrganizationSwitch />
          </div>
          {!sheet && fold}
        </div>
      )}
      <div className={classes('flex gap-6', folded && 'flex-col')}>
        <button
          type="button"
          onClick={() => openPalette()}
          {...(folded && { 'aria-label': 'Search' })}
          className="touch flex h-target min-w-0 flex-1 items-center justify-center gap-8 rounded-control border border-line-strong bg-control px-8 text-muted shadow-card hover:bg-hover"
        >
          <Search className="size-16 shrink-0" aria-hidden />
          {!folded && (
            <>
              <span className="flex-1 truncate text-left">Search…</span>
              <Keys keys="mod+k" />
            </>
          )}
        </button>
        <div className="flex size-target shrink-0 items-center justify-center">{late && <NewMenu />}</div>
      </div>
      <div className="scrollbar-quiet flex min-h-0 flex-1 flex-col gap-12 overflow-y-auto" tabIndex={-1}>
        <div className="flex flex-col gap-px">{entries(everywhere(org))}</div>
        {slug && (
          <div className="flex flex-col gap-px">
            {!folded && <ProjectSwitch org={org} slug={slug} />}
            {entries(ofProject(org, slug))}
          </div>
        )}
        {late && !folded && <Projects />}
        {!folded && <AgentsAtWork />}
        <div className="flex flex-col gap-px">{entries(below(org))}</div>
      </div>
      <div className="flex flex-col gap-px">
        {late && !folded && <StepsLeft />}
        <div className="mt-4 flex min-h-target flex-col border-t border-line pt-4">{late && <PersonMenu folded={folded} />}</div>
      </div>
    </nav>
  )
}
