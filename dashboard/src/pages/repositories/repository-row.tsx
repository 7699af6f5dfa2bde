import { Link } from '@tanstack/react-router'
import { Ellipsis, ExternalLink, FolderGit2, Lock, MessagesSquare, RefreshCw, Unplug } from 'lucide-react'
import { useOrganization } from '../../data/organization.ts'
import { useRead } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { count, plural } from '../../ui/format.ts'
import { Menu } from '../../ui/menu.tsx'
import { Row } from '../../ui/row.tsx'
import { Ago } from '../../ui/time.tsx'
import { reasonWords, RepositoryStatus, type ListedRepository } from './repository-status.tsx'

interface RepositoryRowProps {
  repository: ListedRepository
  syncing: boolean
  writes: boolean
  onSync(): void
  onDisconnect(): void
}

export function RepositoryRow({ repository, syncing, writes, onSync, onDisconnect }: RepositoryRowProps) {
  const org = useOrganization()
  const { id, repo, projects, status, error, synced_at, branches, open_pull_requests, url } = repository
  return (
    <Row className="flex-wrap">
      <div className="flex w-full min-w-0 items-start gap-10 rail:w-auto rail:flex-1">
        <FolderGit2 className="mt-2 size-16 shrink-0 text-muted" aria-hidden />
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <p className="flex min-w-0 flex-wrap items-center gap-6">
            <Link to={`/${org}/repos/${id}`} className="touch min-w-0 truncate font-mono font-medium hover:underline">
              {repo}
            </Link>
            {repository.private && <Lock className="size-12 shrink-0 text-muted" role="img" aria-label="private" />}
            {projects.map((slug) => (
              <Chip key={slug}>{slug}</Chip>
            ))}
          </p>
          <p className="flex flex-wrap items-center gap-x-8 text-helper text-muted">
            <span>{plural(branches, 'branch', 'branches')}</span>
            <Link to={`/${org}/repos/${id}/pulls`} className="hover:underline">
              {open_pull_requests === 0 ? 'No open pull requests' : plural(open_pull_requests, 'open pull request')}
            </Link>
            <IndexHealth repository={id} />
          </p>
          {error && <p className="text-helper break-words text-bad">{error}</p>}
        </div>
      </div>
      <span className="flex flex-1 items-center gap-8 rail:flex-none">
        <RepositoryStatus status={status} syncing={syncing} />
        {synced_at && <Ago at={synced_at} />}
      </span>
      <span className="flex items-center gap-4">
        <Button asChild look="quiet">
          <Link to={`/${org}/repos/${id}/chat`} aria-label={`Chat about ${repo}`}>
            <MessagesSquare aria-hidden /> Chat
          </Link>
        </Button>
        {writes && (
          <Button look="quiet" busy={syncing} aria-label={`Sync ${repo}`} onClick={onSync}>
            <RefreshCw aria-hidden /> Sync
          </Button>
        )}
        <Menu
          trigger={
            <Button look="quiet" square aria-label={`More about ${repo}`}>
              <Ellipsis />
            </Button>
          }
          items={[
            { title: 'Open on GitHub', icon: ExternalLink, run: () => void window.open(url, '_blank', 'noopener') },
            ...(writes ? [null, { title: 'Disconnect…', icon: Unplug, danger: true, run: onDisconnect }] : []),
          ]}
        />
      </span>
    </Row>
  )
}

/** How much of it can be searched, and what cannot. */
function IndexHealth({ repository }: { repository: string }) {
  const { data } = useRead('getRepositoryIndex', { repo: repository })
  if (!data) return null
  const skipped = data.files_skipped.reduce((sum, one) => sum + one.count, 0)
  if (data.state === 'none') return <span>Not indexed yet</span>
  return (
    <>
      <span>{plural(data.files_indexed, 'file')} indexed</span>
      {skipped > 0 && (
        <span title={data.files_skipped.map((one) => `${count(one.count)} ${reasonWords(one.reason)}`).join(', ')}>
          {count(skipped)} skipped
        </span>
      )}
      {data.files_redacted > 0 && <span>{count(data.files_redacted)} redacted</span>}
      {data.vectors_missing > 0 && <span title={data.note ?? undefined}>{plural(data.vectors_missing, 'vector')} missing</span>}
    </>
  )
}
