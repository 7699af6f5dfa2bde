import { Link } from '@tanstack/react-router'
import { FolderGit2, Plus, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '../../../commands/registry.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePermissions } from '../../../data/permissions.ts'
import { useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { Ago } from '../../../ui/time.tsx'
import { useSync } from '../sync.ts'
import { NewPull } from './new-pull.tsx'
import { PullList, PullViews, usePullSearch } from './pull-list.tsx'

/** Pull requests of all projects: what waits for you, what can be merged, what is in progress. */
export function PullsPage() {
  const org = useOrganization()
  const { writes } = usePermissions()
  const [{ repo, project }] = usePullSearch()
  const repositories = useRead('listRepos', { ...(project && { project }), limit: 100 })
  const { syncing, sync } = useSync()
  const [creating, setCreating] = useState(false)
  const all = repositories.data?.items ?? []
  const shown = repo ? all.filter(({ id }) => id === repo) : all
  const open = shown.reduce((sum, { open_pull_requests }) => sum + open_pull_requests, 0)
  const synced = shown
    .flatMap(({ synced_at }) => synced_at ?? [])
    .toSorted()
    .at(-1)
  const canWrite = writes && all.length > 0
  useCommands([
    {
      id: 'new pull request',
      title: 'New pull request',
      group: 'Pull requests',
      icon: Plus,
      keys: 'n',
      writes: true,
      run: () => setCreating(true),
    },
    {
      id: 'sync repositories',
      title: 'Sync with GitHub',
      group: 'Pull requests',
      icon: RefreshCw,
      keys: 'y',
      writes: true,
      run: () => void sync(shown),
    },
  ])
  return (
    <Page
      title="Pull requests"
      about={repositories.data && `${open} open`}
      width="wide"
      views={<PullViews />}
      actions={
        canWrite && (
          <>
            <Button look="quiet" busy={syncing.length > 0} onClick={() => void sync(shown)}>
              <RefreshCw aria-hidden /> Sync
            </Button>
            <Button onClick={() => setCreating(true)}>
              <Plus aria-hidden /> New pull request
            </Button>
          </>
        )
      }
    >
      <Loaded read={repositories}>
        {() =>
          all.length === 0 && !project ? (
            <EmptyState
              icon={FolderGit2}
              title="No repositories connected"
              action={
                <Button asChild look="primary">
                  <Link to={`/${org}/repos`}>Go to repositories</Link>
                </Button>
              }
            >
              Pull requests come from your projects’ repositories.
            </EmptyState>
          ) : (
            <PullList>
              {synced && (
                <span className="text-helper text-muted">
                  Last sync <Ago at={synced} said />
                </span>
              )}
            </PullList>
          )
        }
      </Loaded>
      {canWrite && <NewPull open={creating} onOpenChange={setCreating} repositories={all} {...(repo && { repository: repo })} />}
    </Page>
  )
}
