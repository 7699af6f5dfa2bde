import { Link } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useOrganization } from '../../../data/organization.ts'
import { usePermissions } from '../../../data/permissions.ts'
import { Button } from '../../../ui/button.tsx'
import type { Repository } from '../repository-status.tsx'
import { Branches } from './branches.tsx'
import { RepositoryFrame } from './repository-frame.tsx'
import { RepositoryHealth } from './repository-health.tsx'

/** A repository: its sync error if any, its branches with their tasks, and what is stored of it. */
export function RepositoryPage() {
  return (
    <RepositoryFrame rail={(repository) => <RepositoryHealth repository={repository} />}>
      {(repository, sync) => (
        <div className="flex flex-col gap-20">
          {repository.error && <SyncError repository={repository} error={repository.error} {...sync} />}
          <Branches repository={repository} />
        </div>
      )}
    </RepositoryFrame>
  )
}

interface SyncErrorProps {
  repository: Repository
  error: string
  syncing: boolean
  run(): void
}

/** The error, in the server’s words, and the one action to take about it. */
function SyncError({ repository, error, syncing, run }: SyncErrorProps) {
  const org = useOrganization()
  const { writes } = usePermissions()
  return (
    <section role="alert" className="flex flex-wrap items-center gap-10 rounded-card border border-line bg-bad-soft px-12 py-10">
      <CircleAlert className="size-16 shrink-0 text-bad" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-bad">The last sync failed</p>
        <p className="break-words">{error}</p>
        <p className="text-helper text-muted">Previously synced data is still available.</p>
      </div>
      {writes &&
        (repository.connection.ended ? (
          <Button asChild>
            <Link to={`/${org}/repos`}>Grant access again</Link>
          </Button>
        ) : (
          <Button busy={syncing} onClick={run}>
            Sync again
          </Button>
        ))}
    </section>
  )
}
