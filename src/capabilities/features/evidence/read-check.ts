import type { Rank } from '../workflows/gate.ts'
import type { CheckRow } from './checks.queries.ts'

/** The check that Baton itself posts; it is never evidence. */
export const gatesCheck = 'Baton: gates'

/** Where a CI result comes from; the rank `ci` is never given without it. */
export interface Bound {
  rank: Rank
  credential: 'ci_job' | 'code_host'
  repository_id: string
  workflow_path: string | null
  event: string | null
  app_id: number | null
  check_id: number | null
  completed_at: string | null
}

export interface CheckReading {
  check: string
  outcome: 'pass' | 'fail'
  note: string
  url: string | null
  sha: string
  bound: Bound
}

const events = new Set(['push', 'pull_request'])

/** `Unit tests (24)` is the check `unit-tests-24`. */
export const checkNameOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|(?<!-)-+$/g, '')

/**
 * The last result of each check, per workflow with a check of that name. It ranks as `ci` only if GitHub Actions ran it for a push or pull
 * request with a workflow file of the default branch: anyone who can push can run a file of their own under any name.
 */
export function readChecks(rows: readonly CheckRow[], actionsApp: number): CheckReading[] {
  const last = new Map<string, CheckReading>()
  for (const row of rows) {
    const check = checkNameOf(row.name)
    if (!check || row.name === gatesCheck) continue
    const ours = row.app_id === actionsApp && row.workflow_path !== null && row.workflow_trusted && events.has(row.event ?? '')
    const isBound = ours && !(row.event === 'pull_request' && row.merges_elsewhere)
    const { repository_id, sha, workflow_path, event, app_id, check_id, completed_at, url, conclusion } = row
    last.set([sha, check, workflow_path ?? `app ${app_id}`].join(' '), {
      check,
      outcome: conclusion === 'success' ? 'pass' : 'fail',
      note: `The check “${row.name.replace(/\p{C}+/gu, ' ').slice(0, 200)}” of the code host ended with ${conclusion}.`,
      url: url && /^https?:\/\/[^\s]{1,1990}$/.test(url) ? url : null,
      sha,
      bound: {
        rank: isBound ? 'ci' : 'reported',
        credential: 'code_host',
        ...{ repository_id, workflow_path, event, app_id, check_id, completed_at },
      },
    })
  }
  return [...last.values()]
}
