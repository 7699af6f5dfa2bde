import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ExternalLink, FileText, Plus } from 'lucide-react'
import { useCommands } from '../../../commands/registry.ts'
import { useOrganization } from '../../../data/organization.ts'
import { useOwnList } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { date, dateTime } from '../../../ui/format.ts'
import { More } from '../../../ui/more.tsx'
import { Row, Rows } from '../../../ui/row.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { kinds, stateTones, stateWords, type Entry, type Kind } from './kinds.ts'

export const PostsPage = () => <Entries kind="post" />
export const PagesPage = () => <Entries kind="page" />

const filters = [
  { value: 'all', title: 'All' },
  { value: 'draft', title: 'Drafts' },
  { value: 'scheduled', title: 'Scheduled' },
  { value: 'published', title: 'Published' },
] as const

function Entries({ kind }: { kind: Kind }) {
  const words = kinds[kind]
  const org = useOrganization()
  const navigate = useNavigate()
  const { status } = useSearch({ strict: false }) as { status?: Entry['status'] }
  const list = useOwnList(words.list, { limit: 50, ...(status && { status }) })
  const at = `/${org}/admin/${words.path}`
  const create = () => void navigate({ to: `${at}/new` })
  useCommands([{ id: `new ${kind}`, title: `New ${words.one}`, group: 'Site', icon: Plus, keys: 'n', run: create }])
  const button = (
    <Button look="primary" onClick={create}>
      <Plus aria-hidden /> New {words.one}
    </Button>
  )
  const filter = (value: (typeof filters)[number]['value']) =>
    void navigate({ to: '.', search: (value === 'all' ? {} : { status: value }) as never, replace: true })
  return (
    <AdminFrame title={words.title} about={words.about} actions={button}>
      <Segmented label={`Which ${words.path}`} value={status ?? 'all'} options={filters} onChange={filter} />
      <Loaded read={list}>
        {() =>
          list.items.length === 0 ? (
            <EmptyState icon={FileText} title={status ? `No ${words.one} here` : `No ${words.one} yet`} action={!status && button}>
              {status ? 'No entries with this status.' : words.empty}
            </EmptyState>
          ) : (
            <Rows aria-label={words.title}>
              {list.items.map((entry) => (
                <EntryRow key={entry.id} entry={entry} to={`${at}/${entry.id}`} />
              ))}
            </Rows>
          )
        }
      </Loaded>
      <More list={list} />
    </AdminFrame>
  )
}

function EntryRow({ entry, to }: { entry: Omit<Entry, 'body'>; to: string }) {
  const { title, slug, status, author, category, publish_at, published_at, updated_at, url } = entry
  const when =
    status === 'scheduled' && publish_at
      ? `publishes ${dateTime(publish_at)}`
      : status === 'published' && published_at
        ? `published ${date(published_at)}`
        : `updated ${date(updated_at)}`
  return (
    <Row className="flex-wrap">
      <div className="min-w-0 flex-1">
        <Link to={to} className="touch font-medium break-words hover:underline">
          {title}
        </Link>
        <p className="truncate text-helper text-muted">
          <span className="font-mono">{slug}</span> · {author.name} · {when}
          {category && ` · ${category.name}`}
        </p>
      </div>
      <Chip tone={stateTones[status]}>{stateWords[status]}</Chip>
      {url && (
        <Button asChild look="quiet" square>
          <a href={url} target="_blank" rel="noreferrer" aria-label={`Open ${title} as visitors see it`}>
            <ExternalLink />
          </a>
        </Button>
      )}
    </Row>
  )
}
