import type { Output } from '@baton/client'
import { useState } from 'react'
import { useOrganization } from '../../data/organization.ts'
import { toast } from '../../data/toast.ts'
import { act } from '../../data/writes/act.ts'

type Part = Output<'syncRepo'>['changed'][number]

const parts: Record<Part, string> = {
  repository: 'repository details',
  branches: 'branches',
  pull_requests: 'pull requests',
  checks: 'checks',
  commits: 'commits',
  files: 'files',
  links: 'task links',
  issues: 'issues',
}

interface Which {
  id: string
  repo: string
}

/** Compares repositories with GitHub now, one after the other, and reports what is new. */
export function useSync() {
  const organization = useOrganization()
  const [syncing, setSyncing] = useState<readonly string[]>([])
  const sync = async (which: readonly Which[]) => {
    setSyncing((before) => [...before, ...which.map(({ id }) => id)])
    for (const { id, repo } of which) {
      const answer = await act({
        organization,
        operation: 'syncRepo',
        input: { repo: id },
        label: `Sync ${repo}`,
        then: ['listRepos', 'getRepo', 'listRepoBranches', 'findPullRequests', 'getRepositoryIndex'],
      })
      setSyncing((before) => before.filter((one) => one !== id))
      if (answer) toast.success(wordsFor(repo, answer))
    }
  }
  return { syncing, sync }
}

function wordsFor(repo: string, { changed, in_background }: Output<'syncRepo'>): string {
  if (in_background) return `Sync of ${repo} continues in the background`
  return changed.length > 0 ? `${repo}: new ${changed.map((part) => parts[part]).join(', ')}` : `${repo} is up to date`
}
