import { Refusal } from '../../../kernel/errors.ts'
import { featuresFor, tasksFor } from './found-work.ts'
import { data, words, type Prompt } from './prompt.ts'

const day = 24 * 60 * 60_000
const daysBack: Record<string, number> = { today: 0, yesterday: 1, 'last-week': 7 }

export const standup: Prompt = {
  name: 'standup',
  title: 'Stand-up',
  description: 'What was done, what is under way and what is stuck, of a project or of everything you see.',
  arguments: [
    { name: 'project', description: 'Slug; without one, all projects.', required: false, completes: 'project' },
    {
      name: 'since',
      description: 'yesterday (if not said), today, last-week, or a day as 2026-01-31.',
      required: false,
      completes: 'since',
    },
  ],
  async messages(ask, { project, since = 'yesterday' }) {
    const within = project ? { project } : {}
    const from = dayOf(since, ask.now)
    const authors = await ask.authors()
    const done = await ask.list('listActivities', { since: from, limit: 100, ...within })
    const sessions = await ask.list('listSessions', { whose: 'all', status: 'running', limit: 30, ...within })
    return [
      words(
        `Write a stand-up of what happened since ${from}, for people who have one minute.`,
        'Three parts: done, under way (by whom: held_by), stuck (and who could unstick it). Name tasks and features by their keys.',
        'Say only what the data below says. A blocked task, a gate with something missing or a session that was not seen for long is stuck.',
      ),
      data(
        'what happened, newest first',
        done.map(({ at, type, summary, actor }) => ({ at: at.slice(0, 16), by: actor.agent_name ?? actor.user_handle, type, summary })),
      ),
      data('tasks under way', await tasksFor(ask, { status: ['in_progress', 'in_review'], limit: 50, ...within })),
      data('blocked tasks', await tasksFor(ask, { blocked: true, status: ['backlog', 'todo', 'in_progress'], limit: 30, ...within })),
      data('features under way', await featuresFor(ask, { limit: 30, ...within })),
      data(
        'sessions that run',
        sessions.map(({ title, status, goals, seen_at, owner_id, agent_id }) => ({
          ...{ title, status, goals, last_seen: seen_at },
          written_by: authors({ created_by: owner_id, created_by_agent_id: agent_id }),
        })),
      ),
    ]
  },
}

function dayOf(since: string, now: Date): string {
  const back = daysBack[since]
  if (back !== undefined) return new Date(now.getTime() - back * day).toISOString().slice(0, 10)
  if (/^\d{4}-\d\d-\d\d$/.test(since)) return since
  throw new Refusal('invalid', 'since is yesterday, today, last-week or a day as 2026-01-31.')
}
