import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Sparkles, Store } from 'lucide-react'
import { useOrganization } from '../../data/organization.ts'
import { useList } from '../../data/reads.ts'
import { Chip } from '../../ui/chip.tsx'
import { Input } from '../../ui/field.tsx'
import { More } from '../../ui/more.tsx'
import { Page } from '../../ui/page.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { MarketTabs } from './market-tabs.tsx'
import { FindingsChip, Publisher } from './publisher.tsx'

/** Skills that organizations of this instance have published. */
export function MarketplacePage() {
  const org = useOrganization()
  const navigate = useNavigate()
  const { q } = useSearch({ strict: false }) as { q?: string }
  const list = useList('listListings', { ...(q?.trim() && { q: q.trim() }), limit: 50 })
  const find = (text: string) => void navigate({ to: '.', search: (text ? { q: text } : {}) as never, replace: true })
  return (
    <Page title="Marketplace" views={<MarketTabs />}>
      <div className="flex flex-col gap-12">
        <Input
          type="search"
          aria-label="Search skills"
          placeholder="Search by name or description"
          value={q ?? ''}
          maxLength={120}
          onChange={(event) => find(event.target.value)}
        />
        <Loaded read={list}>
          {() =>
            list.items.length === 0 ? (
              <EmptyState icon={Store} title={q ? 'No matching skills' : 'No published skills yet'}>
                Public skills show up here. Installs are pinned to a version, and you approve updates.
              </EmptyState>
            ) : (
              <>
                <Rows aria-label="Published skills">
                  {list.items.map((one) => (
                    <Row key={one.slug} className="relative flex-wrap hover:bg-hover wide:flex-nowrap">
                      <Sparkles className="size-16 shrink-0 text-muted" aria-hidden />
                      <div className="min-w-0 max-wide:basis-4/5 wide:flex-1">
                        <Link
                          to={`/${org}/marketplace/${one.slug}`}
                          className="block truncate rounded-code font-medium after:absolute after:inset-0"
                        >
                          {one.name}
                        </Link>
                        <p className="truncate text-helper text-muted">{one.description}</p>
                        <p className="text-helper text-muted">
                          <Publisher {...one.publisher} />
                        </p>
                      </div>
                      {one.own && <Chip>yours</Chip>}
                      {one.installed && <Chip tone="ok">{one.installed.hash === one.hash ? 'installed' : 'update available'}</Chip>}
                      <FindingsChip {...one.findings} />
                      <span className="font-mono text-label text-muted">v{one.revision}</span>
                    </Row>
                  ))}
                </Rows>
                <More list={list} />
              </>
            )
          }
        </Loaded>
      </div>
    </Page>
  )
}
