import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { FolderUp, Plus, Sparkles } from 'lucide-react'
import { useState } from 'react'
import type { Output } from '@baton/client'
import { useCommands } from '../../../commands/registry.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { useList } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Input } from '../../../ui/field.tsx'
import { More } from '../../../ui/more.tsx'
import { Page } from '../../../ui/page.tsx'
import { Row, Rows } from '../../../ui/row.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { FailedState } from '../../../ui/failed-state.tsx'
import { EmptyState, Skeleton } from '../../../ui/states.tsx'
import { Ago } from '../../../ui/time.tsx'
import { ImportSkill } from '../../marketplace/import-skill.tsx'
import { MarketTabs } from '../../marketplace/market-tabs.tsx'
import { SkillForm } from './skill-form.tsx'

type Skill = Output<'listSkills'>['items'][number]
interface Search {
  from?: Skill['visibility']
  q?: string
}

/** Ways of working that agents load on demand. */
export function SkillsPage() {
  const org = useOrganization()
  const navigate = useNavigate()
  const people = usePeople()
  const { from, q } = useSearch({ strict: false }) as Search
  const [creating, setCreating] = useState(false)
  const [importing, setImporting] = useState(false)
  const list = useList('listSkills', { ...(from && { visibility: from }), ...(q && { q }), limit: 50 })
  const go = (next: Search) =>
    void navigate({
      to: '.',
      search: Object.fromEntries(Object.entries({ from, q, ...next }).filter(([, value]) => value)) as never,
      replace: true,
    })
  useCommands([{ id: 'new skill', title: 'New skill', group: 'Agents', icon: Plus, writes: true, run: () => setCreating(true) }])
  return (
    <Page
      title="Skills"
      views={<MarketTabs />}
      about={list.data && (list.hasNextPage ? `${list.items.length}+` : list.items.length)}
      actions={
        people.writes && (
          <>
            <Button onClick={() => setImporting(true)}>
              <FolderUp />
              Import
            </Button>
            <Button onClick={() => setCreating(true)}>
              <Plus />
              New skill
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-12">
        <div className="flex flex-wrap items-center gap-8">
          <div className="max-wide:w-full wide:flex-1">
            <Input
              type="search"
              aria-label="Filter by name"
              placeholder="Filter by name"
              value={q ?? ''}
              maxLength={120}
              onChange={(event) => go({ q: event.target.value })}
            />
          </div>
          <Segmented
            label="Filter skills"
            value={from ?? 'all'}
            options={[
              { value: 'all', title: 'All' },
              { value: 'personal', title: 'Yours' },
              { value: 'team', title: 'Organization' },
              { value: 'public', title: 'Public' },
            ]}
            onChange={(next) => go({ from: next === 'all' ? undefined : next } as Search)}
          />
        </div>
        {list.data === undefined ? (
          list.error ? (
            <FailedState error={list.error} retry={() => void list.refetch()} />
          ) : (
            <Skeleton />
          )
        ) : list.items.length === 0 ? (
          <EmptyState
            icon={Sparkles}
            title={q || from ? 'No matching skills' : 'No skills yet'}
            action={
              people.writes ? (
                <Button look="primary" onClick={() => setCreating(true)}>
                  Create skill
                </Button>
              ) : undefined
            }
          >
            Skills are how-to guides in Markdown: a release, a review, a migration. Agents load them when needed.
          </EmptyState>
        ) : (
          <>
            <Rows>
              {list.items.map((skill) => (
                <Row key={skill.id} className="relative flex-wrap hover:bg-hover wide:flex-nowrap">
                  <Sparkles className="size-16 shrink-0 text-muted" aria-hidden />
                  <div className="min-w-0 max-wide:basis-4/5 wide:flex-1">
                    <Link
                      to={`/${org}/skills/${skill.id}`}
                      className="block truncate rounded-code font-medium after:absolute after:inset-0"
                    >
                      {skill.name}
                    </Link>
                    <p className="truncate text-helper text-muted">{skill.description}</p>
                  </div>
                  {skill.tags.slice(0, 3).map((tag) => (
                    <Chip key={tag}>{tag}</Chip>
                  ))}
                  {skill.taken_down && <Chip tone="bad">taken down</Chip>}
                  {skill.installed?.update_available && <Chip tone="warn">update available</Chip>}
                  <Chip>{skill.installed ? `by ${skill.installed.publisher}` : sources[skill.source]}</Chip>
                  <span className="font-mono text-label text-muted">v{skill.revision}</span>
                  <Ago at={skill.updated_at} />
                </Row>
              ))}
            </Rows>
            <More list={list} />
          </>
        )}
      </div>
      <Dialog open={importing} onOpenChange={setImporting} title="Import skill">
        <ImportSkill done={(id) => void navigate({ to: `/${org}/skills/${id}` })} />
      </Dialog>
      <Dialog
        open={creating}
        onOpenChange={setCreating}
        title="New skill"
        about="Agents see the description and load the text when needed."
      >
        <SkillForm
          done={(id) => {
            setCreating(false)
            if (id) void navigate({ to: `/${org}/skills/${id}` })
          }}
        />
      </Dialog>
    </Page>
  )
}

const sources: Record<Skill['source'], string> = { personal: 'yours', team: 'organization', public: 'public' }
