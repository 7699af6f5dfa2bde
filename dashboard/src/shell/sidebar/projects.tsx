import { Link } from '@tanstack/react-router'
import { Bookmark, ChevronDown, ChevronRight, FolderKanban, Star } from 'lucide-react'
import { useOrganization } from '../../data/organization.ts'
import { changeRead, useRead } from '../../data/reads.ts'
import { useStore } from '../../data/store.ts'
import { act } from '../../data/writes/act.ts'
import { searchOf } from '../../pages/work/frame/saved-view.ts'
import { writeSearch } from '../../pages/work/frame/search.ts'
import { Chip } from '../../ui/chip.tsx'
import { classes } from '../../ui/classes.ts'
import { useCurrentProject } from '../current-project.ts'
import { projectsFolded, viewsFolded } from './folded.ts'

const maxShown = 12
const line = 'touch flex h-row min-w-0 flex-1 items-center gap-10 rounded-control px-8 text-muted hover:bg-hover hover:text-fg'

function useFavorites(): { toggle(id: string): void } {
  const org = useOrganization()
  const { data } = useRead('listProjects', {})
  return {
    toggle(id) {
      const one = data?.items.find((project) => project.id === id)
      if (!one) return
      changeRead(org, 'listProjects', {}, (before) => ({
        ...before,
        items: before.items.map((project) => (project.id === id ? { ...project, favorite: !project.favorite } : project)),
      }))
      void act({
        organization: org,
        operation: 'favoriteProject',
        input: { project: id, favorite: !one.favorite },
        label: one.favorite ? `Remove ${one.name} from favorites` : `Add ${one.name} to favorites`,
        then: ['listProjects'],
      })
    },
  }
}

/** All projects, favorites first, with the saved views of the open one. */
export function Projects() {
  const org = useOrganization()
  const current = useCurrentProject()
  const folded = useStore(projectsFolded)
  const { data } = useRead('listProjects', {})
  const { toggle } = useFavorites()
  const all = (data?.items ?? []).toSorted((a, b) => Number(b.favorite) - Number(a.favorite) || a.name.localeCompare(b.name, 'en'))
  if (all.length === 0) return null
  return (
    <section aria-label="All projects" className="flex flex-col gap-px">
      <h2>
        <button
          type="button"
          aria-expanded={!folded}
          onClick={() => projectsFolded.set(!folded)}
          className="touch flex h-row w-full items-center gap-4 rounded-control px-8 text-left text-helper font-medium text-faint hover:bg-hover"
        >
          <span className="flex-1">All projects</span>
          {folded ? <ChevronRight className="size-12" aria-hidden /> : <ChevronDown className="size-12" aria-hidden />}
        </button>
      </h2>
      {!folded && (
        <ul className="flex flex-col gap-px">
          {all.slice(0, maxShown).map((project) => (
            <li key={project.id} className="group/project flex flex-col">
              <div className="flex items-center">
                <Link to={`/${org}/p/${project.slug}/board`} className={line}>
                  <FolderKanban className="size-16 shrink-0" aria-hidden />
                  <span className="min-w-0 flex-1 truncate">{project.name}</span>
                  {project.sample && <Chip>Sample</Chip>}
                </Link>
                <button
                  type="button"
                  aria-label={project.favorite ? `Remove ${project.name} from favorites` : `Add ${project.name} to favorites`}
                  aria-pressed={project.favorite}
                  onClick={() => toggle(project.id)}
                  className={classes(
                    'touch flex size-row shrink-0 items-center justify-center rounded-control text-faint hover:bg-hover hover:text-fg',
                    !project.favorite && 'opacity-0 group-hover/project:opacity-100 focus-visible:opacity-100 max-wide:opacity-100',
                  )}
                >
                  <Star className={classes('size-16', project.favorite && 'fill-current text-warn')} aria-hidden />
                </button>
              </div>
              {project.slug === current && <Views slug={project.slug} />}
            </li>
          ))}
          {all.length > maxShown && (
            <li>
              <Link to={`/${org}/projects`} className={line}>
                {data?.next_cursor ? 'More projects' : `${all.length - maxShown} more`}
              </Link>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

/** Read only when expanded, so that a board does not wait for them. */
function Views({ slug }: { slug: string }) {
  const org = useOrganization()
  const folded = useStore(viewsFolded)
  const { data } = useRead('listViews', { project: slug }, { enabled: !folded })
  const views = data?.items ?? []
  return (
    <div className="flex flex-col gap-px pl-16">
      <button
        type="button"
        aria-expanded={!folded}
        onClick={() => viewsFolded.set(!folded)}
        className="touch flex h-row items-center gap-4 rounded-control px-8 text-left text-helper text-faint hover:bg-hover"
      >
        {folded ? <ChevronRight className="size-12" aria-hidden /> : <ChevronDown className="size-12" aria-hidden />}
        Saved views
      </button>
      {!folded &&
        views.map((view) => (
          <Link key={view.id} to={`/${org}/p/${slug}/${view.layout}`} search={writeSearch(searchOf(view)) as never} className={line}>
            <Bookmark className="size-16 shrink-0" aria-hidden />
            <span className="truncate">{view.name}</span>
          </Link>
        ))}
      {!folded && data && views.length === 0 && <p className="px-8 py-4 text-helper text-faint">No saved views</p>}
    </div>
  )
}
