import type { Command } from '../command.ts'
import { usageError } from '../errors.ts'
import { neverSent } from '../network-fault.ts'
import { keep } from '../outbox.ts'
import { namedProject, projectOption, requireProject } from '../project.ts'
import { openSession } from '../session.ts'
import { plain } from '../terminal/output.ts'
import { withProgress } from '../terminal/progress.ts'
import { readStandardInput } from '../terminal/read-secret.ts'

export const remember: Command = {
  name: 'remember',
  usage: 'TEXT',
  about: 'store a memory in a project; - reads it from standard input',
  online: true,
  arguments: [1, 1],
  options: {
    ...projectOption,
    tag: { type: 'string', value: 'TAG', about: 'a tag; can be repeated', multiple: true },
  },
  async run(run) {
    const { out, args, texts } = run
    const content = (args[0] === '-' ? await readStandardInput() : (args[0] ?? '')).trim()
    if (!content) throw usageError('There is nothing to remember.', 'Run: baton remember "what you learned"')
    const { client, server } = openSession(run)
    const tags = texts('tag')
    const named = namedProject(run)
    const memory = (project: string) => ({ content, project, ...(tags.length > 0 && { tags }) })
    const stored = await withProgress(out, 'Storing', async () => client.storeMemory(memory(await requireProject(run, client)))).catch(
      (error: unknown) => {
        if (!neverSent(error) || !named || !keep(run, server, 'storeMemory', memory(named))) throw error
        return null
      },
    )
    if (!stored) {
      out.result({ kept: true }, `${server} cannot be reached. Kept on this machine; the next command that reaches it stores it.`)
      return
    }
    const alike = stored.similar.map(({ kind, ref, content: text }) => `\n  ${ref} ${kind}: ${plain(text)}`).join('')
    out.result(stored, `Remembered as ${stored.ref}.${alike ? ` Similar memories already exist:${alike}` : ''}`)
  },
}
