import { Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useOrganization } from '../data/organization.ts'
import { useRead } from '../data/reads.ts'
import { classes } from '../ui/classes.ts'
import { Keys } from '../ui/keys.tsx'
import { ThemeButton } from '../ui/theme-button.tsx'
import { AgentsAtWork } from './agents-at-work.tsx'
import { useCurrentProject } from './current-project.ts'
import { below, everywhere, ofProject, type NavItem } from './navigation.ts'
import { OrganizationSwitch } from './organization-switch.tsx'
import { openPalette } from './palette.tsx'
import { useNeeds } from './needs.ts'

function Entry({ place, count }: { place: NavItem; count?: number | undefined }) {
  return (
    <Link
      to={place.to}
      className="touch flex h-row items-center gap-10 rounded-control px-8 text-muted transition-colors hover:bg-hover hover:text-fg"
      activeProps={{ className: 'bg-hover text-fg font-medium', 'aria-current': 'page' }}
    >
      <place.icon className="size-16 shrink-0" aria-hidden />
      <span className="flex-1 truncate">{place.title}</span>
      {count ? <span className="font-mono text-label">{count}</span> : null}
    </Link>
  )
}

export function Sidebar({ className }: { className?: string }) {
  const org = useOrganization()
  const slug = useCurrentProject()
  const needs = useNeeds()
  const { data: projects } = useRead('listProjects', {})
  const project = projects?.items.find((one) => one.slug === slug)
  const counts: Record<string, number> = { Inbox: needs.inbox, 'Agents live': needs.agents, Features: needs.gates }
  return (
    <nav aria-label="Main" className={classes('flex h-full w-sidebar shrink-0 flex-col gap-12 p-8', className)}>
      <OrganizationSwitch />
      <button
        type="button"
        onClick={() => openPalette()}
        className="touch flex h-target items-center gap-8 rounded-control border border-line-strong bg-control px-8 text-muted shadow-card hover:bg-hover"
      >
        <Search className="size-16" aria-hidden />
        <span className="flex-1 text-left">Search or run…</span>
        <Keys keys="mod+k" />
      </button>
      <div className="scrollbar-quiet flex min-h-0 flex-1 flex-col gap-12 overflow-y-auto" tabIndex={-1}>
        <div className="flex flex-col gap-px">
          {everywhere(org).map((place) => (
            <Entry key={place.to} place={place} count={counts[place.title]} />
          ))}
        </div>
        {slug && (
          <div className="flex flex-col gap-px">
            <h2 className="truncate px-8 py-4 text-helper font-medium text-faint">{project?.name ?? slug}</h2>
            {ofProject(org, slug).map((place) => (
              <Entry key={place.to} place={place} count={counts[place.title]} />
            ))}
          </div>
        )}
        <AgentsAtWork />
      </div>
      <div className="flex flex-col gap-px">
        {below(org).map((place) => (
          <Entry key={place.to} place={place} />
        ))}
        <ThemeButton className="self-end" />
      </div>
    </nav>
  )
}
