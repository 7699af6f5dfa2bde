import { resolve } from 'node:path'
import { Home } from '@baton/machine/home'
import { presets } from '@baton/machine/presets'
import { RunRules } from '@baton/machine/run-rules'
import type { Run } from '../command.ts'
import { modeOf, writeWhole } from '../config/files.ts'
import { CliError, usageError } from '../errors.ts'
import { openSession } from '../session.ts'
import { plain } from '../terminal/output.ts'
import { missingPrograms } from './missing-programs.ts'

/** Writes an allow-list for the agent clients that are installed here, with the settings of docs/dispatch.md. Never changes one that exists. */
export async function writeAllowList(run: Run): Promise<void> {
  const { out } = run
  const file = new Home().path('allow.json')
  if (modeOf(file) !== undefined)
    throw new CliError(`${file} exists already and is left as it is.`, { code: 'exists', next: 'See what it allows: baton tunnel allow' })
  const tests = run.texts('test')
  const all = presets(tests.length > 0 ? tests : undefined)
  const missing = new Set(missingPrograms(rulesOf(all)).map(({ name }) => name))
  const clients = Object.fromEntries(Object.entries(all).filter(([name]) => !missing.has(name)))
  const names = Object.keys(clients)
  if (names.length === 0)
    throw new CliError('No agent client was found in PATH.', {
      code: 'no_client',
      next: 'Install one, such as Claude Code, Codex, Gemini CLI or opencode, and run this again: baton tunnel init',
    })
  const given = run.texts('people')
  const people = given.length > 0 ? given : [(await openSession(run).client.me()).handle]
  const jail = [resolve(run.text('jail') ?? '.')]
  const list = { jail, runs: { people, at_once: 1, clients } }
  writeWhole(file, `${JSON.stringify(list, null, 2)}\n`, 0o600)
  out.result(
    { file, jail, people, clients: names },
    [
      `${file} was written. It starts ${names.join(', ')} for ${people.map(plain).join(', ')}, in checkouts below ${plain(jail.join(', '))}.`,
      'Each may commit in its worktree and run the tests. docs/dispatch.md says what that permits. Look through the file, then run: baton tunnel',
    ].join('\n'),
  )
}

function rulesOf(clients: ReturnType<typeof presets>): RunRules {
  try {
    return new RunRules({ clients })
  } catch {
    throw usageError(
      'A test command is its first words, without quotes or shell characters.',
      'Such as: baton tunnel init --test "npm test"',
    )
  }
}
