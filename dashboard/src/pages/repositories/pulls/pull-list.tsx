import { useNavigate, useSearch } from '@tanstack/react-router'
import { FolderGit2, FolderKanban, GitPullRequest, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { useList, useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { More } from '../../../ui/more.tsx'
import { Picker, type Choice } from '../../../ui/picker.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { useWide } from '../../../ui/use-wide.ts'
import { groupsOf, type Pull } from './pull.ts'
import { PullCards, PullTable } from './pull-table.tsx'

type View = 'open' | 'needs-you' | 'merged' | 'closed'

interface PullSearch {
  view?: View
  project?: string
  repo?: string
  author?: string
}

const views: { value: View; title: string }[] = [
  { value: 'open', title: 'Open' },
  { value: 'needs-you', title: 'Needs you' },
  { value: 'merged', title: 'Merged' },
  { value: 'closed', title: 'Closed' },
]
const empty: Record<View, { title: string; words: string }> = {
  open: { title: 'No open pull requests', words: 'Pull requests show up after the next sync.' },
  'needs-you': { title: 'Nothing needs you', words: 'Pull requests that need your approval show up here.' },
  merged: { title: 'No merged pull requests', words: 'Merged pull requests show up here.' },
  closed: { title: 'No closed pull requests', words: 'Pull requests closed without merging show up here.' },
}

/** State of the list in the URL, and how to change it; an absent filter means everything. */
export function usePullSearch(): [PullSearch, (next: PullSearch) => void] {
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as PullSearch
  const change = (next: PullSearch) => {
    const { view, ...rest } = { ...search, ...next }
    const said = Object.fromEntries(Object.entries(rest).filter(([, value]) => value))
    void navigate({ to: '.', search: { ...(view && view !== 'open' && { view }), ...said } as never, replace: true })
  }
  return [search, change]
}

export function PullViews() {
  const [{ view = 'open' }, change] = usePullSearch()
  return <Segmented label="Filter pull requests" value={view} options={views} onChange={(next) => change({ view: next })} />
}

/** Pull requests of everything the user can see, or of one repository. */
export function PullList({ repository, children }: { repository?: { id: string }; children?: ReactNode }) {
  const [{ view = 'open', project, repo, author }, change] = usePullSearch()
  const wide = useWide('rail')
  const isOpen = view === 'open' || view === 'needs-you'
  const list = useList('findPullRequests', {
    state: isOpen ? 'open' : view,
    ...(repository ? { repo: repository.id } : repo && { repo }),
    ...(project && { project }),
    ...(author && { author }),
    limit: 50,
  })
  const { data: approvals } = useRead('listApprovals', {}, { enabled: isOpen })
  const mine = new Set((approvals?.items ?? []).map(({ feature }) => feature.id))
  const all = groupsOf(list.items, mine)
  const groups = !isOpen
    ? [{ key: 'all', title: '', pulls: list.items as Pull[] }]
    : view === 'open'
      ? all
      : all.filter(({ key }) => key === 'mine')
  const Shown = wide ? PullTable : PullCards
  const some = groups.some(({ pulls }) => pulls.length > 0)
  return (
    <div className="flex min-h-full flex-col">
      <div className="flex flex-wrap items-center gap-8 border-b border-line px-16 py-8">
        {repository ? (
          <PullViews />
        ) : (
          <Filters
            project={project}
            repo={repo}
            author={author}
            authors={list.items.flatMap((one) => one.author ?? [])}
            onChange={change}
          />
        )}
        {children && <span className="ml-auto">{children}</span>}
      </div>
      <Loaded read={list}>
        {() =>
          some ? (
            <Shown groups={groups} mine={mine} />
          ) : (
            <EmptyState icon={GitPullRequest} title={empty[view].title}>
              {empty[view].words}
            </EmptyState>
          )
        }
      </Loaded>
      <div className="flex flex-col gap-12 px-16 py-12">
        <More list={list} />
        {some && (
          <p className="text-helper text-muted">Proof shows the weakest feature. A new commit voids evidence tied to the previous one.</p>
        )}
      </div>
    </div>
  )
}

const any = '*'

interface FiltersProps extends Omit<PullSearch, 'view'> {
  authors: readonly string[]
  onChange(next: PullSearch): void
}

function Filters({ project, repo, author, authors, onChange }: FiltersProps) {
  const { data: projects } = useRead('listProjects', {})
  const { data: repositories } = useRead('listRepos', { limit: 100 })
  const names = [...new Set([...(author ? [author] : []), ...authors])].toSorted()
  return (
    <div role="group" aria-label="Filters" className="flex flex-wrap items-center gap-8">
      <Filter
        label="Project"
        all="All projects"
        icon={<FolderKanban aria-hidden />}
        choices={(projects?.items ?? []).map(({ slug, name }) => ({ value: slug, title: name }))}
        chosen={project}
        onChoose={(next) => onChange({ project: next })}
      />
      <Filter
        label="Repository"
        all="All repositories"
        icon={<FolderGit2 aria-hidden />}
        choices={(repositories?.items ?? []).map((one) => ({ value: one.id, title: one.repo }))}
        chosen={repo}
        onChoose={(next) => onChange({ repo: next })}
      />
      <Filter
        label="Author"
        all="Any author"
        icon={<Users aria-hidden />}
        choices={names.map((name) => ({ value: name, title: name }))}
        chosen={author}
        onChoose={(next) => onChange({ author: next })}
      />
    </div>
  )
}

interface FilterProps {
  label: string
  all: string
  icon: ReactNode
  choices: readonly Choice[]
  chosen: string | undefined
  onChoose(value: string): void
}

function Filter({ label, all, icon, choices, chosen, onChoose }: FilterProps) {
  const title = choices.find(({ value }) => value === chosen)?.title ?? chosen ?? all
  return (
    <Picker
      label={label}
      choices={[{ value: any, title: all }, ...choices]}
      chosen={[chosen ?? any]}
      onPick={(value) => onChoose(value === any ? '' : value)}
      trigger={
        <Button aria-label={`${label}: ${title}`}>
          {icon} <span className="max-w-full truncate">{title}</span>
        </Button>
      }
    />
  )
}
