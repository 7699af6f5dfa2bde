import { useParams } from '@tanstack/react-router'
import { ExternalLink, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCommands } from '../../../commands/registry.ts'
import { usePermissions, Within } from '../../../data/permissions.ts'
import { useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'
import { Loaded } from '../../../ui/states.tsx'
import type { Repository } from '../repository-status.tsx'
import { useSync } from '../sync.ts'
import { RepositoryCrumbs, RepositoryTabs } from './repository-tabs.tsx'

interface FrameProps {
  width?: 'reading' | 'page' | 'wide'
  rail?: (repository: Repository) => ReactNode
  children: (repository: Repository, sync: { syncing: boolean; run(): void }) => ReactNode
}

/** Frame of every page of a repository. */
export function RepositoryFrame(props: FrameProps) {
  const { repository: id = '' } = useParams({ strict: false }) as { repository?: string }
  const read = useRead('getRepo', { repo: id })
  if (!read.data)
    return (
      <Page title="Repository">
        <Loaded read={read}>{() => null}</Loaded>
      </Page>
    )
  return (
    <Within value={read.data.projects[0]}>
      <Shown repository={read.data} {...props} />
    </Within>
  )
}

function Shown({ repository, width = 'page', rail, children }: FrameProps & { repository: Repository }) {
  const { writes } = usePermissions()
  const { syncing: all, sync } = useSync()
  const syncing = all.includes(repository.id) || repository.status === 'syncing'
  const run = () => void sync([repository])
  useCommands([
    { id: 'sync repository', title: `Sync ${repository.repo}`, group: 'Repository', icon: RefreshCw, keys: 'y', writes: true, run },
    {
      id: 'open at host',
      title: 'Open on GitHub',
      group: 'Repository',
      icon: ExternalLink,
      run: () => void window.open(repository.url, '_blank', 'noopener'),
    },
  ])
  return (
    <Page
      title={<RepositoryCrumbs repo={repository.repo} />}
      views={<RepositoryTabs id={repository.id} />}
      width={width}
      actions={
        <>
          <Button asChild look="quiet">
            <a href={repository.url} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden /> <span className="max-wide:sr-only">Open on GitHub</span>
            </a>
          </Button>
          {writes && (
            <Button busy={syncing} onClick={run}>
              <RefreshCw aria-hidden /> {syncing ? 'Syncing' : 'Sync'}
            </Button>
          )}
        </>
      }
      {...(rail && { rail: rail(repository) })}
    >
      {children(repository, { syncing, run })}
    </Page>
  )
}
