import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { FolderGit2, Plus } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '../../commands/registry.ts'
import { usePermissions } from '../../data/permissions.ts'
import { useList, useRead } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { plural } from '../../ui/format.ts'
import { More } from '../../ui/more.tsx'
import { Page } from '../../ui/page.tsx'
import { Rows } from '../../ui/row.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { ConnectDialog } from './access/connect-dialog.tsx'
import { Connections } from './access/connections.tsx'
import { GrantAccess, NoApp } from './access/grant-access.tsx'
import { DisconnectDialog } from './disconnect-dialog.tsx'
import { RepositoryRow } from './repository-row.tsx'
import type { ListedRepository } from './repository-status.tsx'
import { useSync } from './sync.ts'

/** The repositories of one project or of all, their sync status, and the connections to GitHub. */
export function RepositoriesPage() {
  const { slug } = useParams({ strict: false }) as { slug?: string }
  const { connect = false } = useSearch({ strict: false }) as { connect?: boolean }
  const navigate = useNavigate()
  const { writes } = usePermissions()
  const list = useList('listRepos', { ...(slug && { project: slug }), limit: 25 })
  const ways = useRead('listHostConnections', {})
  const { syncing, sync } = useSync()
  const [leaving, setLeaving] = useState<ListedRepository | null>(null)
  const setConnecting = (open: boolean) => void navigate({ to: '.', search: (open ? { connect: true } : {}) as never, replace: true })
  const reached = (ways.data?.items.length ?? 0) > 0
  useCommands([
    {
      id: 'connect repository',
      title: 'Connect repository',
      group: 'Repositories',
      icon: Plus,
      keys: 'n',
      writes: true,
      run: () => setConnecting(true),
    },
  ])
  return (
    <Page
      title="Repositories"
      about={list.data && list.items.length > 0 ? plural(list.items.length, 'connected', 'connected') : undefined}
      actions={
        writes &&
        reached && (
          <Button look="primary" onClick={() => setConnecting(true)}>
            <Plus aria-hidden /> Connect repository
          </Button>
        )
      }
    >
      <Loaded read={list}>
        {() => (
          <div className="flex flex-col gap-20">
            {list.items.length > 0 ? (
              <Rows aria-label="Repositories">
                {list.items.map((one) => (
                  <RepositoryRow
                    key={one.id}
                    repository={one}
                    syncing={syncing.includes(one.id)}
                    writes={writes}
                    onSync={() => void sync([one])}
                    onDisconnect={() => setLeaving(one)}
                  />
                ))}
              </Rows>
            ) : (
              <Loaded read={ways}>
                {({ items, app }) =>
                  items.length > 0 ? (
                    <EmptyState icon={FolderGit2} title={slug ? 'No repositories in this project' : 'No repositories connected'}>
                      Connect one to show branches, pull requests, commits and CI results on tasks.
                    </EmptyState>
                  ) : (
                    <EmptyState
                      icon={FolderGit2}
                      title="Connect your code"
                      action={
                        <div className="flex flex-col items-center gap-12">
                          {writes && (
                            <div className="flex flex-wrap justify-center gap-8">
                              <GrantAccess app={app} primary onGranted={() => setConnecting(true)} />
                            </div>
                          )}
                          {!app && <NoApp />}
                        </div>
                      }
                    >
                      Grant access to your repositories, then connect them to a project.
                    </EmptyState>
                  )
                }
              </Loaded>
            )}
            <More list={list} />
            {ways.data && reached && <Connections ways={ways.data} onGranted={() => setConnecting(true)} />}
          </div>
        )}
      </Loaded>
      {writes && <ConnectDialog open={connect} onOpenChange={setConnecting} />}
      <DisconnectDialog repository={leaving} onClose={() => setLeaving(null)} />
    </Page>
  )
}
