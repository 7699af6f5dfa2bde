import type { Output } from './terminal/output.ts'

export interface Option {
  type: 'boolean' | 'string'
  /** What stands for the value in the help. */
  value?: string
  about: string
  /** The values there are, for completion. */
  choices?: readonly string[]
  multiple?: boolean
}

export interface Run {
  args: readonly string[]
  env: NodeJS.ProcessEnv
  out: Output
  /** `--server`, as it was given. */
  server: string | undefined
  organization: string | undefined
  flag(name: string): boolean
  text(name: string): string | undefined
  texts(name: string): string[]
}

/** One word after `baton`. Help, parsing and completion are made from this. */
export interface Command {
  name: string
  /** What may follow, as the help shows it. */
  usage?: string
  about: string
  options?: Readonly<Record<string, Option>>
  /** What the first argument may be, for completion. */
  choices?: readonly string[]
  /** It talks to the server as the user: what was kept without a connection goes with it. */
  online?: true
  /** How many arguments it takes, at least and at most. */
  arguments: readonly [number, number]
  /** The exit code, 0 if nothing is answered. */
  run(run: Run): Promise<number | void>
}

export const globalOptions: Readonly<Record<string, Option>> = {
  server: { type: 'string', value: 'URL', about: 'the server to use, instead of BATON_URL or that of the last login' },
  organization: { type: 'string', value: 'HANDLE', about: 'the organization to work in, instead of BATON_ORGANIZATION or your own' },
  json: { type: 'boolean', about: 'print JSON' },
  help: { type: 'boolean', about: 'show this help' },
  version: { type: 'boolean', about: 'show the version' },
}
