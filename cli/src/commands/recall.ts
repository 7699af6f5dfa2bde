import type { Command } from '../command.ts'
import { usageError } from '../errors.ts'
import { namedProject, projectOption } from '../project.ts'
import { openSession } from '../session.ts'
import { plain } from '../terminal/output.ts'
import { withProgress } from '../terminal/progress.ts'

const kinds = ['memory', 'spec', 'decision', 'task', 'note', 'feature'] as const
type Kind = (typeof kinds)[number]

export const recall: Command = {
  name: 'recall',
  usage: 'QUERY',
  about: 'search what is known: memories, specs, decisions, tasks, notes and features',
  online: true,
  arguments: [1, 1],
  options: {
    ...projectOption,
    in: { type: 'string', value: 'KIND', about: 'only this kind; can be repeated', choices: kinds, multiple: true },
    limit: { type: 'string', value: 'N', about: 'how many at most, 1 to 50; without it ten, of which two unsure' },
  },
  async run(run) {
    const { out, args, texts } = run
    const given = run.text('limit')
    const limit = given === undefined ? undefined : Number(given)
    if (limit !== undefined && !(Number.isInteger(limit) && limit >= 1 && limit <= 50))
      throw usageError('--limit must be from 1 to 50.', 'For example: --limit 5')
    const { client } = openSession(run)
    const project = namedProject(run)
    const within = texts('in').map(toKind)
    const found = await withProgress(out, 'Searching', () =>
      client.searchKnowledge({
        query: args[0] ?? '',
        ...(limit !== undefined && { limit }),
        ...(project && { project }),
        ...(within.length > 0 && { in: within }),
      }),
    )
    const hits = found.items.map(({ kind, ref, title, content, by, at, confidence }) => {
      const name = [kind, ref, title === null ? '' : plain(title)].filter(Boolean).join(' ')
      return `${out.style('bold', name)} ${out.style('dim', `${confidence}, ${by}, ${at.slice(0, 10)}`)}\n  ${plain(content)}`
    })
    const note = found.note ? [plain(found.note)] : []
    const more = found.more > 0 ? [`${found.more} more: raise --limit.`] : []
    out.result(found, [...hits, ...more, ...note].join('\n'))
  },
}

function toKind(given: string): Kind {
  const found = kinds.find((kind) => kind === given)
  if (!found) throw usageError(`There is no kind ${JSON.stringify(given)}.`, `Use one of: ${kinds.join(', ')}`)
  return found
}
