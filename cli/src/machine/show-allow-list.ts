import { AllowList } from '@baton/machine/allow-list'
import { Home } from '@baton/machine/home'
import type { RunRules } from '@baton/machine/run-rules'
import type { Run } from '../command.ts'
import { modeOf } from '../config/files.ts'
import { CliError } from '../errors.ts'
import { plain } from '../terminal/output.ts'
import { missingPrograms } from './missing-programs.ts'

/** Shows where the allow-list is, whether it is readable, and what it allows. */
export async function showAllowList({ out }: Run): Promise<void> {
  const file = new Home().path('allow.json')
  const mode = modeOf(file)
  if (mode !== undefined && (mode & 0o022) !== 0) {
    throw new CliError(`Others can write to ${file}, and so decide what this machine does.`, {
      code: 'unsafe_mode',
      next: `Run: chmod 600 ${file}`,
    })
  }
  const list = read(file)
  const actions = list.shown.map(({ name, risk, description }) => ({ name, risk, description }))
  const ports = [...list.ports]
  const rows = actions.map((one) => [one.name, one.risk, plain(one.description)])
  const said = [
    mode === undefined
      ? `${file} does not exist, so this machine allows nothing. docs/command-line.md shows how to write it.`
      : `${file} is valid.`,
    ...(rows.length > 0 ? [out.table([['ACTION', 'RISK', 'DESCRIPTION'], ...rows])] : []),
    ...(ports.length > 0 ? [`Ports: ${ports.join(', ')}`] : []),
    ...(list.runs ? runsIn(list.runs, out) : []),
    ...(mode === undefined ? [] : ['It is read at startup: restart baton tunnel after a change.']),
  ]
  const { runs } = list
  const shown = runs && { ...runs.offer(new Date()), checks: runs.checks }
  out.result({ file, exists: mode !== undefined, actions, ports, runs: shown }, said.join('\n'))
}

/** For whom agents are started, and which ones; a client that cannot be found would fail every time. */
function runsIn(rules: RunRules, out: Run['out']): string[] {
  const people = rules.people.length > 0 ? rules.people.map(plain).join(', ') : 'nobody, so no agents are started: name people in runs'
  const rows = [...rules.clients].map(([name, { protocol, command }]) => [name, protocol, plain(command.join(' '))])
  const missing = missingPrograms(rules)
  return [
    `Agents are started for: ${people}${rules.isQuiet(new Date()) ? ' (not now: quiet hours)' : ''}; ${rules.atOnce} at once.`,
    ...(rows.length > 0 ? [out.table([['CLIENT', 'PROTOCOL', 'COMMAND'], ...rows])] : []),
    ...missing.map(({ name, program }) => `${name}: ${plain(program)} is not in PATH.`),
    ...rules.checks.map((check) => `Check: ${plain(check.join(' '))}`),
  ]
}

function read(file: string): AllowList {
  try {
    return AllowList.read(file)
  } catch (error) {
    throw new CliError((error as Error).message, { code: 'broken_file', next: 'Correct it, then check it again: baton tunnel allow' })
  }
}
