import type { Input } from '@baton/client'
import type { Command } from '../command.ts'
import { usageError } from '../errors.ts'
import { namedProject, projectOption } from '../project.ts'
import { openSession } from '../session.ts'
import { plain } from '../terminal/output.ts'
import { withProgress } from '../terminal/progress.ts'

const statuses = ['backlog', 'todo', 'in_progress', 'in_review', 'complete', 'cancelled'] as const
type Status = (typeof statuses)[number]

export const tasks: Command = {
  name: 'tasks',
  about: 'list tasks, newest first; with --ready, in the order to work on them',
  online: true,
  arguments: [0, 0],
  options: {
    mine: { type: 'boolean', about: 'only those assigned to you' },
    ready: { type: 'boolean', about: 'only those that can be started now' },
    ...projectOption,
    status: { type: 'string', value: 'STATUS', about: 'only those with this status; can be repeated', choices: statuses, multiple: true },
    label: { type: 'string', value: 'LABEL', about: 'only those with this label; can be repeated', multiple: true },
    limit: { type: 'string', value: 'N', about: 'how many at most, 1 to 100 (50)' },
  },
  async run(run) {
    const { out, flag, texts } = run
    const project = namedProject(run)
    const [status, label] = [texts('status').map(toStatus), texts('label')]
    const filters: Input<'listTasks'> = {
      limit: toLimit(run.text('limit')),
      ...(project && { project }),
      ...(flag('mine') && { assignee: 'me' }),
      ...(flag('ready') && { ready: true }),
      ...(status.length > 0 && { status }),
      ...(label.length > 0 && { label }),
    }
    const { client } = openSession(run)
    const found = await withProgress(out, 'Reading tasks', () => client.listTasks(filters))
    const rows = found.items.map((task) => [task.key, task.status, task.priority, holder(task), plain(task.title)])
    const more = found.next_cursor ? `\nThere are more: raise --limit or narrow the list.` : ''
    const none = flag('ready') ? 'Nothing is ready to be started.' : 'No tasks match.'
    out.result(found, rows.length > 0 ? out.table([['KEY', 'STATUS', 'PRIORITY', 'WITH', 'TITLE'], ...rows]) + more : none)
  },
}

function holder({
  assignee,
  lease_holder,
}: {
  assignee?: { name?: string; handle?: string } | null
  lease_holder?: string | null
}): string {
  return plain(lease_holder ?? assignee?.handle ?? assignee?.name ?? '–')
}

function toStatus(given: string): Status {
  const found = statuses.find((status) => status === given)
  if (!found) throw usageError(`There is no status ${JSON.stringify(given)}.`, `Use one of: ${statuses.join(', ')}`)
  return found
}

function toLimit(given = '50'): number {
  const limit = Number(given)
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) throw usageError('--limit must be from 1 to 100.', 'For example: --limit 20')
  return limit
}
