import { Refused } from '../refused.ts'

/** The placeholders of a template. Values are inserted verbatim, as there is no shell that could interpret them. */
export interface Values {
  prompt: string
  mcp_config: string
  mcp_url: string
  token_file: string
  token: string
  run: string
  /** The run being continued; empty if there is none. */
  continues: string
  task: string
  branch: string
  worktree: string
  run_folder: string
}

const names: ReadonlySet<string> = new Set([
  ...['prompt', 'mcp_config', 'mcp_url', 'token_file', 'token', 'run', 'continues', 'task', 'branch', 'worktree', 'run_folder'],
])
/** The system accepts no longer argument. */
const longest = 120 * 1024

export const placeholdersIn = (template: string): string[] =>
  [...template.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => (names.has(name) ? [name] : []))

/** Braces around anything else are kept, as a template may contain JSON. */
export const filled = (template: string, values: Values): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => (names.has(name) ? values[name as keyof Values] : whole))

export function filledCommand(command: readonly string[], values: Values): string[] {
  return command.map((part, at) => {
    const text = filled(part, values)
    if (text.includes('\0') || Buffer.byteLength(text) > longest) throw new Refused('an argument is too long for the system')
    // A value with a leading dash would be parsed as an option of the program, which nobody has allowed.
    if (at > 0 && /^\{\w+\}/.test(part) && placeholdersIn(part).length > 0 && text.startsWith('-'))
      throw new Refused('an argument begins with a dash')
    return text
  })
}
