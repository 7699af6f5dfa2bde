import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import type { RunRules } from '@baton/machine/run-rules'

/** Clients in the machine's file whose program is not installed on this machine. */
export function missingPrograms(rules: RunRules): { name: string; program: string }[] {
  return [...rules.clients].flatMap(
    ([
      name,
      {
        command: [program = ''],
        env,
      },
    ]) => {
      const path = env?.['PATH'] ?? process.env['PATH'] ?? ''
      const places = isAbsolute(program) ? [program] : path.split(delimiter).map((folder) => join(folder, program))
      return places.some(isProgram) ? [] : [{ name, program }]
    },
  )
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
