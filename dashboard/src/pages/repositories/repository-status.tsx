import type { Output } from '@baton/client'
import { WorkStatusLabel, type WorkStatus } from '../../ui/marks/work-status.tsx'

export type Repository = Output<'getRepo'>
export type ListedRepository = Output<'listRepos'>['items'][number]

const states: Record<Repository['status'], { status: WorkStatus; word: string }> = {
  new: { status: 'idle', word: 'Waiting for first sync' },
  syncing: { status: 'running', word: 'Syncing' },
  ready: { status: 'done', word: 'Synced' },
  failed: { status: 'blocked', word: 'Sync failed' },
}

/** Status of the sync. */
export function RepositoryStatus({ status, syncing }: { status: Repository['status']; syncing?: boolean }) {
  return <WorkStatusLabel {...states[syncing ? 'syncing' : status]} />
}

const reasons: Record<string, string> = {
  too_large: 'over 1 MiB',
  binary: 'binary',
  vendored: 'vendored',
  generated: 'generated',
  ignored: 'ignored by .gitignore',
  symlink: 'symbolic links',
  over_budget: 'over the repository limit',
}

/** Why a file is not stored, in the words of docs/code-host.md. */
export const reasonWords = (reason: string): string => reasons[reason] ?? reason.replaceAll('_', ' ')
