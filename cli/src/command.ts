import type { Output } from './terminal/output.ts'

export interface Option {
  type: 'boolean' | 'string'
  /** Placeholder for the value in the help. */
  value?: string
  about: string
  /** Possible values, for completion. */
  choices?: readonly string[]
  multiple?: boolean
}

export interface Run {
  args: readonly string[]
  env: NodeJS.ProcessEnv
  out: Output
  /** `--server`, as given. */
  server: string | undefined
  organization: string | undefined
  flag(name: string): boolean
  text(name: string): string | undefined
  texts(name: string): string[]
}

/** A subcommand of `baton`. Help, parsing and completion are generated from this. */
export interface Command {
  name: string
  /** The arguments, as the help shows them. */
  usage?: string
  about: string
  options?: Readonly<Record<string, Option>>
  /** Possible values of the first argument, for completion. */
  choices?: readonly string[]
  /** Talks to the server as the user, so writes queued while offline are sent along. */
  online?: true
  /** Minimum and maximum number of arguments. */
  arguments: readonly [number, number]
  /** Returns the exit code; nothing means 0. */
  run(run: Run): Promise<number | void>
}

export const globalOptions: Readonly<Record<string, Option>> = {
  server: { type: 'string', value: 'URL', about: 'the server to use, instead of BATON_URL or that of the last login' },
  organization: { type: 'string', value: 'HANDLE', about: 'the organization to work in, instead of BATON_ORGANIZATION or your own' },
  json: { type: 'boolean', about: 'print JSON' },
  help: { type: 'boolean', about: 'show this help' },
  version: { type: 'boolean', about: 'show the version' },
}
