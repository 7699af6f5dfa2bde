import { isPlain } from '../../../kernel/errors.ts'

const names = ['task', 'feature', 'spec', 'decision', 'skill', 'note', 'memory', 'agent', 'session', 'project']
const own = ['key', 'ref', 'slug']

/** What a call was about, as a single name: the thing it returned, or the first one it named. Never text that somebody wrote. */
export function subjectOf(given: Record<string, unknown>, answer: unknown): string | null {
  const made = (answer ?? {}) as Record<string, unknown>
  const task = (made['task'] ?? {}) as Record<string, unknown>
  const candidates = [task['key'], ...own.map((name) => made[name]), ...names.map((name) => given[name])]
  return candidates.find((one): one is string => typeof one === 'string' && isPlain(one)) ?? null
}
