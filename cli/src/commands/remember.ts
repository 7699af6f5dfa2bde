import type { Command } from '../command.ts'
import { usageError } from '../errors.ts'
import { projectOption, requireProject } from '../project.ts'
import { openSession } from '../session.ts'
import { plain } from '../terminal/output.ts'
import { withProgress } from '../terminal/progress.ts'
import { readStandardInput } from '../terminal/read-secret.ts'

export const remember: Command = {
  name: 'remember',
  usage: 'TEXT',
  about: 'store a memory in a project; - reads it from standard input',
  arguments: [1, 1],
  options: {
    ...projectOption,
    tag: { type: 'string', value: 'TAG', about: 'a tag; may be repeated', multiple: true },
  },
  async run(run) {
    const { out, args, texts } = run
    const content = (args[0] === '-' ? await readStandardInput() : (args[0] ?? '')).trim()
    if (!content) throw usageError('There is nothing to remember.', 'Run: baton remember "what you learned"')
    const { client } = openSession(run)
    const tags = texts('tag')
    const stored = await withProgress(out, 'Storing', async () => {
      const project = await requireProject(run, client)
      return client.storeMemory({ content, project, ...(tags.length > 0 && { tags }) })
    })
    const alike = stored.similar.map(({ kind, content: text }) => `\n  ${kind ?? 'similar'}: ${plain(text)}`).join('')
    out.result(stored, `Remembered.${alike ? ` Known already and much the same:${alike}` : ''}`)
  },
}
