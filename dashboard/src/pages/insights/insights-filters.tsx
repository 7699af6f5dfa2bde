import { Bot, Calendar, ChevronDown, FolderKanban, Tag } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRead } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { Picker, type Choice } from '../../ui/picker.tsx'
import { useInsightsSearch, type InsightsSearch } from './use-insights-search.ts'

const periods: Choice[] = [
  { value: '28', title: 'Last 4 weeks' },
  { value: '84', title: 'Last 12 weeks' },
  { value: '182', title: 'Last 26 weeks' },
  { value: '364', title: 'Last 52 weeks' },
]
const any = ''

/** Filters for the period and whose work; the URL holds them. */
export function InsightsFilters({ scope, slug }: { scope: 'organization' | 'team' | 'project'; slug?: string | undefined }) {
  const [search, change] = useInsightsSearch()
  const { data: agents } = useRead('listAgents', { limit: 100 })
  const { data: projects } = useRead('listProjects', {}, { enabled: scope !== 'project' })
  const { data: labels } = useRead('listLabels', { project: slug ?? '' }, { enabled: scope === 'project' && Boolean(slug) })
  const pick = (field: keyof InsightsSearch) => (value: string) => change({ [field]: value === any ? undefined : value })
  const period =
    search.from || search.to
      ? `${search.from ?? '…'} to ${search.to ?? 'today'}`
      : periods.find(({ value }) => value === String(search.days ?? 84))?.title
  return (
    <div className="flex flex-wrap items-center gap-6">
      <Filter
        icon={<Calendar aria-hidden />}
        label="Period"
        title={period ?? `Last ${search.days} days`}
        choices={periods}
        chosen={String(search.days ?? 84)}
        onPick={(value) => change({ days: Number(value), from: undefined, to: undefined })}
      />
      {scope !== 'project' && (
        <Filter
          icon={<FolderKanban aria-hidden />}
          label="Project"
          title={projects?.items.find((one) => one.slug === search.project)?.name ?? 'All projects'}
          choices={[{ value: any, title: 'All projects' }, ...(projects?.items ?? []).map((one) => ({ value: one.slug, title: one.name }))]}
          chosen={search.project ?? any}
          onPick={pick('project')}
        />
      )}
      <Filter
        icon={<Bot aria-hidden />}
        label="Agent"
        title={agents?.items.find((one) => one.slug === search.agent)?.name ?? 'People and agents'}
        choices={[
          { value: any, title: 'People and agents' },
          ...(agents?.items ?? []).map((one) => ({ value: one.slug, title: one.name })),
        ]}
        chosen={search.agent ?? any}
        onPick={pick('agent')}
      />
      {scope === 'project' && (
        <Filter
          icon={<Tag aria-hidden />}
          label="Label"
          title={search.label ?? 'Any label'}
          choices={[{ value: any, title: 'Any label' }, ...(labels?.items ?? []).map(({ label }) => ({ value: label, title: label }))]}
          chosen={search.label ?? any}
          onPick={pick('label')}
        />
      )}
    </div>
  )
}

interface FilterProps {
  icon: ReactNode
  label: string
  title: string
  choices: readonly Choice[]
  chosen: string
  onPick(value: string): void
}

function Filter({ icon, label, title, choices, chosen, onPick }: FilterProps) {
  return (
    <Picker
      label={label}
      choices={choices}
      chosen={[chosen]}
      onPick={onPick}
      trigger={
        <Button aria-label={`${label}: ${title}`}>
          {icon}
          {title}
          <ChevronDown aria-hidden />
        </Button>
      }
    />
  )
}
