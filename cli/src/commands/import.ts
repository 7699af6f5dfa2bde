import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Client, Output as Answer } from '@baton/client'
import type { Command, Run } from '../command.ts'
import { CliError, exitCodes, usageError } from '../errors.ts'
import { projectOption, requireProject } from '../project.ts'
import { openSession } from '../session.ts'
import { plain } from '../terminal/output.ts'
import { withProgress, type Progress } from '../terminal/progress.ts'
import { readStandardInput } from '../terminal/read-secret.ts'

type Imported = Pick<Answer<'getImport'>, 'created' | 'updated' | 'unchanged' | 'errors' | 'warnings'>
type Format = 'csv' | 'json'

const formats: Readonly<Record<string, Format>> = { '.csv': 'csv', '.json': 'json', '.jsonl': 'json', '.ndjson': 'json' }
/** Up to this many rows are stored while we wait; more are imported in the background. */
const atOnce = 200
const between = 500

export const importFile: Command = {
  name: 'import',
  usage: 'FILE',
  about: 'import epics, stories and tasks from CSV or JSON; - reads standard input',
  online: true,
  arguments: [1, 1],
  options: {
    ...projectOption,
    format: { type: 'string', value: 'FORMAT', about: 'csv or json, if the file’s name does not say', choices: ['csv', 'json'] },
    'dry-run': { type: 'boolean', about: 'only show what would happen' },
    'skip-unknown-assignees': { type: 'boolean', about: 'leave out assignees who are not members' },
  },
  async run(run) {
    const { out, flag } = run
    const format = formatOf(run)
    const text = await contentOf(run.args[0] ?? '')
    const content = format === 'json' ? toLines(text) : text
    const { client } = openSession(run)
    const imported = await withProgress(out, 'Importing', async (progress) => {
      const project = await requireProject(run, client)
      const input = { project, format, content, skip_unknown_assignees: flag('skip-unknown-assignees') }
      if (flag('dry-run') || content.split('\n').length <= atOnce) return client.importItems({ ...input, dry_run: flag('dry-run') })
      return inBackground(client, await client.startImport(input), progress)
    })
    const { created, updated, unchanged, errors, warnings } = imported
    const said = flag('dry-run') ? 'Would create' : 'Created'
    const problems = [...errors, ...warnings].map(({ line, field, message }) => `  line ${line}, ${field}: ${plain(message)}`)
    const counts = `${said} ${created}, changed ${updated}, left ${unchanged} as they are.`
    out.result(imported, [counts, ...(problems.length > 0 ? ['Problems:', ...problems] : [])].join('\n'))
    return errors.length > 0 ? exitCodes.failed : exitCodes.done
  },
}

async function inBackground(client: Client, started: Answer<'startImport'>, progress: Progress): Promise<Imported> {
  let state = started
  while (state.status === 'queued' || state.status === 'running') {
    progress.update(state.status === 'queued' ? 'Waiting for the worker' : `Imported ${state.done} of ${state.total}`)
    await setTimeout(between)
    state = await client.getImport({ import: started.id })
  }
  if (state.status === 'done') return state
  const why = state.errors.map(({ message }) => plain(message)).join(' ')
  throw new CliError(`The import stopped after ${state.done} of ${state.total} rows. ${why}`, {
    code: 'import_failed',
    next: 'Fix the cause and run it again: rows with an external_id are not duplicated.',
  })
}

function formatOf({ args, text }: Run): Format {
  const format = text('format') ?? formats[extname(args[0] ?? '').toLowerCase()]
  if (format === 'csv' || format === 'json') return format
  throw usageError('The file’s name does not say what format it has.', 'Add --format csv or --format json.')
}

async function contentOf(file: string): Promise<string> {
  if (file === '-') return readStandardInput()
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw usageError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`, 'Check its name and permissions.')
  }
}

/** The server expects one item per line; people may also have a JSON array. */
function toLines(text: string): string {
  if (!text.trimStart().startsWith('[')) return text
  try {
    return (JSON.parse(text) as unknown[]).map((item) => JSON.stringify(item)).join('\n')
  } catch (error) {
    throw usageError(`The file is not valid JSON: ${(error as Error).message}`, 'Correct it, or put one item on each line.')
  }
}
